import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { findModel, isLocalized } from '../../../../../platform/strapi/models';
import { tablesOf } from '../../../../../platform/strapi/tables';

/** What the database calls a type and its columns, ready to stand in a statement. */
export const columnsOf = ({ strapi }: WithStrapi, uid: string) => {
  const { name, column } = tablesOf({ strapi })(uid);
  const model = findModel({ strapi }, uid);
  return {
    table: escapeIdentifier(name),
    column: (attribute: string): string => escapeIdentifier(column(attribute)),
    /** The language of a row, blank where the type has none. */
    localeOf: (alias: string): string =>
      model !== undefined && isLocalized(model) ? `${alias}.locale` : `''::text`,
  };
};
