import type { WithStrapi } from '../with-strapi';

type Attribute = { type: string; columnName?: string; searchable?: boolean };

/** The types of `@strapi/database/dist/utils/types.js` that its search compares. */
const texts = new Set(['string', 'text', 'uid', 'email', 'enumeration', 'richtext']);
const numbers = new Set(['biginteger', 'integer', 'decimal', 'float']);

type Searched = { name: string; column: string; isNumber: boolean };

/**
 * The attributes in which Strapi's search (`_q`, the search field of the panel) looks for a text, numbers only where it is
 * one: `@strapi/database/dist/query/helpers/search.js`. Attributes that say `"searchable": false` are none of them.
 */
export const searchedAttributes = ({ strapi }: WithStrapi, uid: string): readonly Searched[] => {
  const attributes = strapi.db.metadata.get(uid).attributes as Record<string, Attribute>;
  return Object.entries(attributes).flatMap(([name, { type, searchable, columnName = name }]) => {
    const isNumber = numbers.has(type);
    const isSearched = name === 'id' || ((texts.has(type) || isNumber) && searchable !== false);
    return isSearched ? [{ name, column: columnName, isNumber }] : [];
  });
};

/** The columns of {@link searchedAttributes}, each compared as `column::text ILIKE '%…%'`, joined by OR. */
export const searchedColumns = (context: WithStrapi, uid: string): string[] =>
  searchedAttributes(context, uid).map(({ column }) => column);
