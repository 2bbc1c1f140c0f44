const isOperator = (key: string): boolean => key.startsWith('$') || /^\d+$/.test(key);

/**
 * Returns the attributes that a filter compares, each as a path through relations and components.
 * Operators are omitted at any depth.
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
