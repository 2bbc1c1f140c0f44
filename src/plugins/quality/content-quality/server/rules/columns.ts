import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { findModel, isLocalized } from '../../../../../platform/strapi/models';
import { tablesOf } from '../../../../../platform/strapi/tables';

/** Returns the escaped table and column names of a type. */
export const columnsOf = ({ strapi }: WithStrapi, uid: string) => {
  const { name, column } = tablesOf({ strapi })(uid);
  const model = findModel({ strapi }, uid);
  return {
    table: escapeIdentifier(name),
    column: (attribute: string): string => escapeIdentifier(column(attribute)),
    /** Returns the SQL of a row's locale; blank if the type has no locales. */
    localeOf: (alias: string): string =>
      model !== undefined && isLocalized(model) ? `${alias}.locale` : `''::text`,
  };
};
