/** What stands in a list's address without being part of how it is filtered, searched and sorted. */
const passing = ['page'];

/** The part of a list's address that a view keeps. */
export const keptQuery = (search: string): string => {
  const query = new URLSearchParams(search);
  for (const name of passing) query.delete(name);
  return query.toString();
};
