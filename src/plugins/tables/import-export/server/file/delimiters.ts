import { parse } from 'csv-parse/sync';
import { LINE_ENDS } from '../../../../../platform/http/spreadsheets/text';
import { delimiters } from '../../runs';

/** Number of rows examined. */
const LOOKED_AT = 60;

const rowsWith = (text: string, delimiter: string): string[][] => {
  const rows: string[][] = [];
  try {
    parse(text, {
      delimiter,
      recordDelimiter: LINE_ENDS,
      relaxColumnCount: true,
      relaxQuotes: true,
      skipEmptyLines: true,
      skipRecordsWithEmptyValues: true,
      bom: true,
      to: LOOKED_AT,
      onRecord: (row: string[]) => {
        rows.push(row);
        return row;
      },
    });
  } catch {
    // The excerpt may end within quotation marks. The rows before that count.
  }
  return rows;
};

type Regularity = { share: number; count: number; columns: number };

/**
 * Counts the rows with the most frequent number of cells, and their share from the first such row
 * on. Title rows above it have other numbers of cells.
 */
const regularityOf = (rows: readonly string[][]): Regularity => {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  counts.delete(1);
  const [columns = 1, count = 0] =
    [...counts].toSorted((one, other) => other[1] - one[1] || other[0] - one[0])[0] ?? [];
  const first = rows.findIndex(({ length }) => length === columns);
  return { share: count === 0 ? 0 : count / (rows.length - first), count, columns };
};

const byRegularity = (one: Regularity, other: Regularity): number =>
  other.share - one.share || other.count - one.count || other.columns - one.columns;

/**
 * Detects the separator of CSV. A line `sep=;` names it; otherwise the one that gives the most
 * regular rows is chosen. Separators within quotation marks are ignored.
 *
 * @param beginning excerpt of the file, which may end within a row
 */
export const detectDelimiter = (beginning: string): string => {
  const [, named] = /^\uFEFF?"?sep=(.)"?\s*(?:\r|\n|$)/i.exec(beginning) ?? [];
  if (named !== undefined) return named;
  const end = Math.max(beginning.lastIndexOf('\n'), beginning.lastIndexOf('\r'));
  const whole = end === -1 ? beginning : beginning.slice(0, end + 1);
  const known = delimiters.map((delimiter) => {
    const rows = rowsWith(whole, delimiter);
    // The excerpt may have been cut within quotation marks.
    const lines = whole.split(/\r\n|\n|\r/).map((line) => line.split(delimiter));
    return { delimiter, ...regularityOf(rows.length > 0 ? rows : lines) };
  });
  return known.toSorted(byRegularity)[0]?.delimiter ?? ';';
};
