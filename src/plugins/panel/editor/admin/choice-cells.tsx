import { useIntl } from 'react-intl';
import { Typography } from '@strapi/design-system';
import type { StrapiApp } from '@strapi/strapi/admin';
import { drawCells, type Cell } from '../../../../platform/strapi/admin/content-manager';

/** Shows an enumeration value by the translation id that Strapi's forms use. */
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

/**
 * Translates enumeration values in lists as in forms. Columns with their own formatter are
 * unchanged.
 */
export const drawChoices = (app: StrapiApp): void =>
  drawCells(app, ({ attribute, cellFormatter }) =>
    attribute?.enum === undefined ? cellFormatter : (cellFormatter ?? choice),
  );
