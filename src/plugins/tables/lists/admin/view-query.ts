/** Query parameters that are not part of filters, search and sorting. */
const passing = ['page'];

/** Returns the part of a list's query that a view saves. */
export const savedQuery = (search: string): string => {
  const query = new URLSearchParams(search);
  for (const name of passing) query.delete(name);
  return query.toString();
};
