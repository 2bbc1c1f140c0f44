/** Returns whether a key of a query is a position in a list. */
export const isPosition = (key: string): boolean => /^\d+$/.test(key);

/** Returns the members of a part of a query; none for primitive values. */
export const listMembers = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/**
 * Returns the attributes by which a caller sorts entries, each as a path. Strapi accepts
 * `a.b:desc,c`, a list of such texts, or an object with directions as its leaves.
 */
export const sortPaths = (sort: unknown): string[][] =>
  typeof sort === 'string'
    ? sort.split(',').map((path) => (path.split(':', 1)[0] ?? '').trim().split('.'))
    : listMembers(sort).flatMap(([key, inner]) => {
        if (isPosition(key)) return sortPaths(inner);
        const innerPaths = listMembers(inner).length > 0 ? sortPaths(inner) : [[]];
        return innerPaths.map((path) => [...key.split('.'), ...path]);
      });
