/** Returns the part of a list's query that selects entries: filters, search and question. */
export const narrowingOf = (list: string): string =>
  new URLSearchParams(
    [...new URLSearchParams(list)].filter(
      ([name]) => name === '_q' || name === 'question' || name.startsWith('filters['),
    ),
  ).toString();
