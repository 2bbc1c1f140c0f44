import type { Core } from '@strapi/types';
import { BYTE_ORDER_MARK, type Cell, csvLine } from '../../../../../http/csv';
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

type Row = { id: number } & Record<(typeof COLUMNS)[number][0], Cell>;

/** The recorded accesses that match, oldest first, as lines of a CSV file; memory for one batch at a time. */
export async function* grantsCsv(
  { strapi }: { strapi: Core.Strapi },
  where: Record<string, unknown>,
): AsyncGenerator<string> {
  let titles = BYTE_ORDER_MARK + csvLine(COLUMNS.map(([, title]) => title));
  let last = 0;
  for (;;) {
    const rows = (await strapi.db.query(GRANT_UID).findMany({
      select: ['id', ...COLUMNS.map(([name]) => name)],
      where: { $and: [where, { id: { $gt: last } }] },
      orderBy: { id: 'asc' },
      limit: BATCH,
    })) as Row[];
    const lines = rows.map((row) => csvLine(COLUMNS.map(([name]) => row[name])));
    if (titles !== '' || lines.length > 0) yield titles + lines.join('');
    titles = '';
    last = rows.at(-1)?.id ?? last;
    if (rows.length < BATCH) return;
  }
}
