import type { Core } from '@strapi/types';
import { GRANT_UID } from '../../constants';

const COLUMNS = [
  ['createdAt', 'granted at'],
  ['accessUntil', 'access until'],
  ['userId', 'partner user id'],
  ['name', 'name'],
  ['surname', 'surname'],
  ['email', 'e-mail'],
  ['account', 'account'],
  ['productId', 'product id'],
  ['productTitle', 'product'],
  ['videoId', 'video id'],
  ['videoTitle', 'video'],
  ['state', 'state'],
  ['price', 'price'],
] as const;

const BATCH = 500;

/** Without it spreadsheets take UTF-8 for something else. */
const BYTE_ORDER_MARK = '\uFEFF';

type Cell = string | number | Date | null;

type Row = { id: number } & Record<(typeof COLUMNS)[number][0], Cell>;

/** Spreadsheets run what begins like this, and what stands here was typed by strangers. */
const looksLikeFormula = /^[=+\-@\t\r]/;

const cell = (value: Cell): string => {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = value instanceof Date ? value.toISOString() : value;
  const safe = looksLikeFormula.test(text) ? `'${text}` : text;
  return /["\r\n,;]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
};

const line = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`;

/** The recorded accesses that match, oldest first, as lines of a CSV file; memory for one batch at a time. */
export async function* grantsCsv(
  { strapi }: { strapi: Core.Strapi },
  where: Record<string, unknown>,
): AsyncGenerator<string> {
  let titles = BYTE_ORDER_MARK + line(COLUMNS.map(([, title]) => title));
  let last = 0;
  for (;;) {
    const rows = (await strapi.db.query(GRANT_UID).findMany({
      select: ['id', ...COLUMNS.map(([name]) => name)],
      where: { $and: [where, { id: { $gt: last } }] },
      orderBy: { id: 'asc' },
      limit: BATCH,
    })) as Row[];
    const lines = rows.map((row) => line(COLUMNS.map(([name]) => row[name])));
    if (titles !== '' || lines.length > 0) yield titles + lines.join('');
    titles = '';
    last = rows.at(-1)?.id ?? last;
    if (rows.length < BATCH) return;
  }
}
