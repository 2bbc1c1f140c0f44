const isPosition = (key: string): boolean => /^\d+$/.test(key);

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/**
 * By what attributes a caller wants entries ordered, each as the path to it. Strapi takes `a.b:desc,c`, a list of such,
 * or an object in which directions stand at the ends.
 */
export const sortPaths = (sort: unknown): string[][] =>
  typeof sort === 'string'
    ? sort.split(',').map((one) => one.trim().replace(/:.*$/, '').split('.'))
    : entriesOf(sort).flatMap(([key, inner]) => {
        if (isPosition(key)) return sortPaths(inner);
        const rest = entriesOf(inner).length > 0 ? sortPaths(inner) : [[]];
        return rest.map((path) => [...key.split('.'), ...path]);
      });
