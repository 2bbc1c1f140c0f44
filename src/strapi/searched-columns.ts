import type { Core } from '@strapi/types';

type Attribute = { type: string; columnName?: string; searchable?: boolean };

/** The types of `@strapi/database/dist/utils/types.js` that its search compares: texts always, numbers with a number. */
const compared = new Set([
  'string',
  'text',
  'uid',
  'email',
  'enumeration',
  'richtext',
  'biginteger',
  'integer',
  'decimal',
  'float',
]);

/**
 * The columns in which Strapi's search (`_q`, the search field of the panel) looks for a text, each of them as
 * `column::text ILIKE '%…%'`, joined by OR: `@strapi/database/dist/query/helpers/search.js`. Attributes that say
 * `"searchable": false` are none of them.
 */
export const searchedColumns = ({ strapi }: { strapi: Core.Strapi }, uid: string): string[] => {
  const { attributes } = strapi.db.metadata.get(uid);
  const searched = Object.entries(attributes as Record<string, Attribute>).filter(
    ([name, { type, searchable }]) => name === 'id' || (compared.has(type) && searchable !== false),
  );
  return searched.map(([name, { columnName }]) => columnName ?? name);
};
