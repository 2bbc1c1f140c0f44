/** A filter by attribute: one value, several accepted values, or a filter for a related row. */
export type DocumentFilter = {
  readonly [attribute: string]: string | readonly string[] | DocumentFilter;
};
