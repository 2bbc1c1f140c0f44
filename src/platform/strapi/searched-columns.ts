import type { WithStrapi } from '../with-strapi';

type Attribute = { type: string; columnName?: string; searchable?: boolean };

/** The types of `@strapi/database/dist/utils/types.js` that its search compares. */
const texts = new Set(['string', 'text', 'uid', 'email', 'enumeration', 'richtext']);
const numbers = new Set(['biginteger', 'integer', 'decimal', 'float']);

type Searched = { name: string; column: string; isNumber: boolean };

/**
 * Returns the attributes that Strapi's search (`_q`, the panel's search field) compares with a
 * text; numbers only if the text is one (`@strapi/database/dist/query/helpers/search.js`).
 * Attributes with `"searchable": false` are left out.
 */
export const searchedAttributes = ({ strapi }: WithStrapi, uid: string): readonly Searched[] => {
  const attributes = strapi.db.metadata.get(uid).attributes as Record<string, Attribute>;
  return Object.entries(attributes).flatMap(([name, { type, searchable, columnName = name }]) => {
    const isNumber = numbers.has(type);
    const isSearched = name === 'id' || ((texts.has(type) || isNumber) && searchable !== false);
    return isSearched ? [{ name, column: columnName, isNumber }] : [];
  });
};

/**
 * Returns the columns of {@link searchedAttributes}. The search compares each as `column::text
 * ILIKE '%…%'`, joined by OR.
 */
export const searchedColumns = (context: WithStrapi, uid: string): string[] =>
  searchedAttributes(context, uid).map(({ column }) => column);

const isNumeric = (text: string): boolean => !Number.isNaN(Number(text));

/**
 * Returns the condition of Strapi's search for a text, limited to some attributes; null if Strapi
 * searches no others.
 */
export const limitSearch = (
  context: WithStrapi,
  { uid, text, isIncluded }: { uid: string; text: string; isIncluded: (name: string) => boolean },
): { $or: object[] } | null => {
  const searched = searchedAttributes(context, uid).filter(
    ({ isNumber, name }) => name === 'id' || !isNumber || isNumeric(text),
  );
  const included = searched.filter(({ name }) => isIncluded(name));
  return included.length === searched.length
    ? null
    : { $or: included.map(({ name }) => ({ [name]: { $containsi: text } })) };
};
