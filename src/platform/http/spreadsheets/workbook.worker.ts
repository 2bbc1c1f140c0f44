import { parentPort } from 'node:worker_threads';
import { workbookText } from './workbook-text';
import type { WorkbookCell, WorkbookMessage } from './write-workbook';

const COLUMN_WIDTH = 24;

type Sheet = { name: string | undefined; rows: WorkbookCell[][] };

const cellOf = (value: WorkbookCell) => {
  if (value === null || value === '') return null;
  return typeof value === 'number'
    ? { value, type: Number, format: '0.00' }
    : { value: workbookText(value), type: String };
};

const titleOf = (title: WorkbookCell) => ({
  value: workbookText(String(title ?? '')),
  type: String,
  fontWeight: 'bold' as const,
});

const write = async (sheets: readonly Sheet[]): Promise<Uint8Array> => {
  const { default: writeWorkbook } = await import('write-excel-file/node');
  const bytes = await writeWorkbook(
    sheets.map(({ name, rows: [titles = [], ...rows] }) => ({
      ...(name !== undefined && { sheet: name }),
      data: [titles.map(titleOf), ...rows.map((row) => row.map(cellOf))],
      columns: titles.map(() => ({ width: COLUMN_WIDTH })),
      stickyRowsCount: 1,
    })),
  ).toBuffer();
  return new Uint8Array(bytes);
};

const sheets: Sheet[] = [];

parentPort?.on('message', (message: WorkbookMessage) => {
  if (message.kind === 'sheet') sheets.push({ name: message.name, rows: [] });
  else if (message.kind === 'rows') sheets.at(-1)?.rows.push(...message.rows);
  else {
    parentPort?.removeAllListeners('message');
    // An error ends the thread, and reaches the caller as the thread's `error` event.
    void write(sheets).then((bytes) => parentPort?.postMessage(bytes));
  }
});
