import { useIntl } from 'react-intl';
import { Typography } from '@strapi/design-system';
import type { StrapiApp } from '@strapi/strapi/admin';
import { replaceCells, type Cell } from '../../../../platform/strapi/admin/content-manager';

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
export const translateChoiceCells = (app: StrapiApp): void =>
  replaceCells(app, ({ attribute, cellFormatter }) =>
    attribute?.enum === undefined ? cellFormatter : (cellFormatter ?? choice),
  );
