/**
 * Maximum number of members of a list or object in a query. Strapi's parser has the same limit for
 * lists.
 */
const MOST_MEMBERS = 100;

/** Maximum number of members of lists that Strapi accepts as comma-separated text. */
const listsInText: Readonly<Record<string, number>> = {
  sort: 20,
  fields: MOST_MEMBERS,
  populate: MOST_MEMBERS,
};

/** Maximum number of steps of a path. Strapi reads paths recursively. */
const MOST_STEPS = 20;

const membersIn = (text: string): number => text.split(',').length;

const isDeep = (member: unknown): boolean =>
  typeof member === 'string' &&
  member.split(',').some((path) => path.split('.').length > MOST_STEPS);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns the path of the first list or object with too many members. */
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
 * Returns the path of the first part of a query that is too large. Strapi compares the values of a
 * filter with each other and joins a table for each sort attribute: a thousand of them took a
 * second.
 */
export const findWideQuery = (query: Readonly<Record<string, unknown>>): string[] | undefined => {
  for (const [name, most] of Object.entries(listsInText)) {
    const members = [query[name]].flat();
    const count = members.reduce<number>(
      (sum, member) => sum + (typeof member === 'string' ? membersIn(member) : 1),
      0,
    );
    if (count > most || members.some(isDeep)) return [name];
  }
  return findWide(query, MOST_MEMBERS);
};
