const isOperator = (key: string): boolean => key.startsWith('$') || /^\d+$/.test(key);

/**
 * The attributes that a filter compares, each as the path to it through relations and components. Operators are left
 * out, wherever they stand.
 */
export const filterPaths = (filter: unknown): readonly (readonly string[])[] => {
  const entries = typeof filter === 'object' && filter !== null ? Object.entries(filter) : [];
  if (entries.length === 0) return [[]];
  return entries.flatMap(([key, inner]: [string, unknown]) =>
    isOperator(key)
      ? filterPaths(inner)
      : filterPaths(inner).map((path) => [...key.split('.'), ...path]),
  );
};
