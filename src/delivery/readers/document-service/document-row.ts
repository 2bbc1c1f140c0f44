/** A row as the Document Service returns it; it holds what the selection asked for. */
export type DocumentRow = Record<string, unknown>;

/** A value as a row, where it is one. */
export const asRow = (value: unknown): DocumentRow | undefined =>
  typeof value === 'object' && value !== null ? (value as DocumentRow) : undefined;

/**
 * The rows of a to-many relation, a repeatable component or a zone, or the one of what holds one; none where
 * nothing was read.
 */
export const rowsIn = (row: DocumentRow, attribute: string): readonly DocumentRow[] => {
  const value = row[attribute];
  if (Array.isArray(value)) return value as DocumentRow[];
  const only = asRow(value);
  return only === undefined ? [] : [only];
};

/** The row of a to-one relation or component. */
export const rowIn = (row: DocumentRow, attribute: string): DocumentRow | undefined =>
  asRow(row[attribute]);
