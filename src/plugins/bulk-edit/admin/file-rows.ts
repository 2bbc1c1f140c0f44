import { type CellValue, readSheet } from 'read-excel-file/browser';
import { rowsIn } from './pasted';

/** As Spanish Excel writes CSV: UTF-8 with or without a mark, UTF-16 as "Unicode text", Windows-1252 otherwise. */
const decoded = (bytes: ArrayBuffer): string => {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

/** A workbook says what kind its values are. */
const written = (value: CellValue | Date | null): string => {
  if (value === null) return '';
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
};

/** The rows of a file: of a workbook those of its first sheet, of anything else those of its text. */
export const rowsOfFile = async (file: File): Promise<string[][]> => {
  if (!/\.xlsx$/i.test(file.name)) return rowsIn(decoded(await file.arrayBuffer()));
  const rows = await readSheet(file);
  return rows
    .map((row) => row.map(written))
    .filter((row) => row.some((cell) => cell.trim() !== ''));
};
