import type { Core } from '@strapi/types';
import { BYTE_ORDER_MARK, type Cell, csvLine } from '../../../../../http/csv';
import type { MessageLanguage } from '../../../../../http/errors';
import { GRANT_UID } from '../../constants';

const COLUMNS = [
  { field: 'createdAt', en: 'granted at', es: 'concedido el' },
  { field: 'accessUntil', en: 'access until', es: 'acceso hasta' },
  { field: 'userId', en: 'partner user id', es: 'id de usuario del socio' },
  { field: 'name', en: 'name', es: 'nombre' },
  { field: 'surname', en: 'surname', es: 'apellidos' },
  { field: 'email', en: 'e-mail', es: 'correo' },
  { field: 'account', en: 'account', es: 'cuenta' },
  { field: 'productId', en: 'product id', es: 'id de producto' },
  { field: 'productTitle', en: 'product', es: 'producto' },
  { field: 'videoId', en: 'video id', es: 'id de vídeo' },
  { field: 'videoTitle', en: 'video', es: 'vídeo' },
  { field: 'state', en: 'state', es: 'estado' },
  { field: 'price', en: 'price', es: 'precio' },
] as const;

const BATCH = 500;

type Row = { id: number } & Record<(typeof COLUMNS)[number]['field'], Cell>;

/** The recorded accesses that match, oldest first, as lines of a CSV file; memory for one batch at a time. */
export async function* grantsCsv(
  { strapi }: { strapi: Core.Strapi },
  where: Record<string, unknown>,
  language: MessageLanguage,
): AsyncGenerator<string> {
  let titles = BYTE_ORDER_MARK + csvLine(COLUMNS.map((column) => column[language]));
  let last = 0;
  for (;;) {
    const rows = (await strapi.db.query(GRANT_UID).findMany({
      select: ['id', ...COLUMNS.map(({ field }) => field)],
      where: { $and: [where, { id: { $gt: last } }] },
      orderBy: { id: 'asc' },
      limit: BATCH,
    })) as Row[];
    const lines = rows.map((row) => csvLine(COLUMNS.map(({ field }) => row[field])));
    if (titles !== '' || lines.length > 0) yield titles + lines.join('');
    titles = '';
    last = rows.at(-1)?.id ?? last;
    if (rows.length < BATCH) return;
  }
}
