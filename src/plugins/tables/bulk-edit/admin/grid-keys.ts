/** Returns the number of rows by which a key moves, as in a spreadsheet. */
const rowsBy = ({ key, shiftKey }: KeyboardEvent): number => {
  if (key === 'ArrowDown') return 1;
  if (key === 'ArrowUp') return -1;
  if (key === 'Enter') return shiftKey ? -1 : 1;
  return 0;
};

/** Returns the cell above or below to which a key moves; undefined if it does not move. */
export const findTargetCell = (event: KeyboardEvent): HTMLInputElement | undefined => {
  const rows = event.isComposing ? 0 : rowsBy(event);
  if (rows === 0 || !(event.target instanceof HTMLInputElement)) return undefined;
  const cell = event.target.closest('td');
  const row = cell?.closest('tr');
  const table = row?.closest('table');
  if (!cell || !row || !table) return undefined;
  return (
    table.rows[row.rowIndex + rows]?.cells[cell.cellIndex]?.querySelector('input') ?? undefined
  );
};
