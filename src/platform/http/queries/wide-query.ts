/** The most members of a list or object in a query; Strapi's parser makes no longer lists either. */
const MOST_MEMBERS = 100;

/** The most members of lists that Strapi accepts as text, with commas between them. */
const listsInText: Readonly<Record<string, number>> = {
  sort: 20,
  fields: MOST_MEMBERS,
  populate: MOST_MEMBERS,
};

const membersIn = (text: string): number => text.split(',').length;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The path of the first list or object with too many members. */
const findWide = (value: object, most: number): string[] | undefined => {
  const entries = Object.entries(value) as [string, unknown][];
  if (entries.length > most) return [];
  for (const [key, inner] of entries) {
    const path = isObject(inner) ? findWide(inner, MOST_MEMBERS) : undefined;
    if (path !== undefined) return [key, ...path];
  }
  return undefined;
};

/**
 * Returns where a query holds more than any caller asks for. Strapi compares the values of a filter with each other, and
 * joins a table for each order: a thousand of them, in one address, took a second.
 */
export const findWideQuery = (query: Readonly<Record<string, unknown>>): string[] | undefined => {
  for (const [name, most] of Object.entries(listsInText)) {
    const members = [query[name]].flat();
    const count = members.reduce<number>(
      (sum, member) => sum + (typeof member === 'string' ? membersIn(member) : 1),
      0,
    );
    if (count > most) return [name];
  }
  return findWide(query, MOST_MEMBERS);
};
