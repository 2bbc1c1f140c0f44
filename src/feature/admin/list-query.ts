/** What of the query of a list's address says which entries it shows: filters, search and what it is asked. */
export const narrowingOf = (list: string): string =>
  new URLSearchParams(
    [...new URLSearchParams(list)].filter(
      ([name]) => name === '_q' || name === 'question' || name.startsWith('filters['),
    ),
  ).toString();
