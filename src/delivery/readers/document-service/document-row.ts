/** A row as the Document Service returns it, with the selected attributes. */
export type DocumentRow = Record<string, unknown>;

/** Returns the value if it is a row, otherwise undefined. */
export const asRow = (value: unknown): DocumentRow | undefined =>
  typeof value === 'object' && value !== null ? (value as DocumentRow) : undefined;

/**
 * Returns the rows behind an attribute as a list, for to-one and to-many attributes alike. The list
 * is empty if nothing was read.
 */
export const listRows = (row: DocumentRow, attribute: string): readonly DocumentRow[] => {
  const value = row[attribute];
  if (Array.isArray(value)) return value as DocumentRow[];
  const only = asRow(value);
  return only === undefined ? [] : [only];
};

/** Returns the row of a to-one relation or component. */
export const rowIn = (row: DocumentRow, attribute: string): DocumentRow | undefined =>
  asRow(row[attribute]);
