/** A row as the Document Service hands it out; what it holds is what a selection asked for. */
export type Row = Record<string, unknown>;

/** The rows behind a to-many relation, a repeatable component or a zone; none where nothing was read. */
export const rowsIn = (row: Row, attribute: string): readonly Row[] => {
  const value = row[attribute];
  return Array.isArray(value) ? (value as Row[]) : [];
};

/** The row behind a to-one relation or component. */
export const rowIn = (row: Row, attribute: string): Row | undefined => {
  const value = row[attribute];
  return typeof value === 'object' && value !== null ? (value as Row) : undefined;
};
