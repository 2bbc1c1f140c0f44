import { escapeIdentifier } from 'pg';
import type { TableLookup } from '../../../platform/strapi/tables';
import type { ModelLookup } from '../../plan/model';
import { findNamingAttributes } from '../../plan/naming-attributes';

/** Returns SQL for a row's title: the first non-empty naming attribute of its type. */
export const titleExpression = (
  { models, tables }: { models: ModelLookup; tables: TableLookup },
  uid: string,
  alias: string,
): string => {
  const columns = findNamingAttributes(models, uid).map(
    (name) => `nullif(${alias}.${escapeIdentifier(tables(uid).column(name))}::text, '')`,
  );
  return columns.length === 0 ? 'NULL::text' : `coalesce(${columns.join(', ')})`;
};
