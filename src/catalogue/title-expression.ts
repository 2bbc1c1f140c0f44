import { escapeIdentifier } from 'pg';
import type { TableLookup } from '../platform/strapi/tables';
import type { ModelLookup } from '../delivery/plan/model';

/** Attributes that can serve as an entry's title, in order of preference. */
const naming = ['title', 'name', 'label', 'subject', 'slug'] as const;

/** Returns the attributes that can serve as the title of a type's entries, best first. */
export const findNamingAttributes = (models: ModelLookup, uid: string): readonly string[] =>
  naming.filter((name) => models(uid).attributes[name]?.kind === 'value');

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
