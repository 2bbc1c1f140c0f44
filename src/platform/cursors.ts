/**
 * Returns a check of the cursors of one list of an outside system. It throws when a cursor repeats,
 * because reading the list would never end.
 */
export const createCursorCheck = (): ((cursor: string) => void) => {
  const seen = new Set<string>();
  return (cursor) => {
    if (seen.has(cursor)) throw new Error(`the list repeats the page after ${cursor}`);
    seen.add(cursor);
  };
};
