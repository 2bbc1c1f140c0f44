import { parentPort } from 'node:worker_threads';
import type { WorkbookCell, WorkbookMessage } from './write-workbook';

/**
 * Property names of every object. `write-excel-file` looks texts up in an object, and would find
 * these.
 */
const names = new Set(Object.getOwnPropertyNames(Object.prototype));

/**
 * Matches escape-like texts, and characters that `write-excel-file` removes because XML forbids or
 * discourages them.
 */
const REMOVED =
  // eslint-disable-next-line no-control-regex
  /_(?=x[\da-f]{4}_)|[\0-\x08\x0B\f\x0E-\x1F\x7F-\x84\x86-\x9F\uFFFD]|\p{NChar}/giu;

const escapeUnit = (unit: string): string =>
  `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

const escapeCharacter = (character: string): string => character.split('').map(escapeUnit).join('');

/**
 * Escapes a text for a workbook's cell, so that it is read back unchanged. Workbooks write
 * characters that XML forbids by number, like `_x0041_` (ECMA-376, 22.4.2.4).
 */
export const escapeWorkbookText = (text: string): string => {
  const written = text.replace(REMOVED, escapeCharacter);
  return names.has(written) ? `${escapeUnit(written)}${written.slice(1)}` : written;
};

const COLUMN_WIDTH = 24;

type Sheet = { name: string | undefined; rows: WorkbookCell[][] };

const createCell = (value: WorkbookCell) => {
  if (value === null || value === '') return null;
  return typeof value === 'number'
    ? { value, type: Number, format: '0.00' }
    : { value: escapeWorkbookText(value), type: String };
};

const createTitleCell = (title: WorkbookCell) => ({
  value: escapeWorkbookText(String(title ?? '')),
  type: String,
  fontWeight: 'bold' as const,
});

const write = async (sheets: readonly Sheet[]): Promise<Uint8Array> => {
  const { default: writeWorkbook } = await import('write-excel-file/node');
  const bytes = await writeWorkbook(
    sheets.map(({ name, rows: [titles = [], ...rows] }) => ({
      ...(name !== undefined && { sheet: name }),
      data: [titles.map(createTitleCell), ...rows.map((row) => row.map(createCell))],
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
