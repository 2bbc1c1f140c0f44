import { useIntl } from 'react-intl';
import { Typography } from '@strapi/design-system';
import type { StrapiApp } from '@strapi/strapi/admin';
import { drawCells, type Cell } from '../../../../platform/strapi/admin/content-manager';

/** Under the id by which Strapi's forms ask for it. */
const Choice = ({ value }: { value: string }) => {
  const { formatMessage } = useIntl();
  return (
    <Typography textColor="neutral800">
      {formatMessage({ id: value, defaultMessage: value })}
    </Typography>
  );
};

const choice: Cell = (entry, { name }) => {
  const value = entry[name];
  return typeof value === 'string' && value !== '' ? <Choice value={value} /> : '-';
};

/** Names chosen values in lists as forms do; what draws its cells in its own way goes on doing so. */
export const drawChoices = (app: StrapiApp): void =>
  drawCells(app, ({ attribute, cellFormatter }) =>
    attribute?.enum === undefined ? cellFormatter : (cellFormatter ?? choice),
  );
