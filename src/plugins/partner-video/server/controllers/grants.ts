import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getMessageLanguage } from '#platform/http/message-language';
import { getUserAbility } from '#platform/http/request-person';
import { startStream } from '#platform/http/started-stream';
import { buildPermittedWhere, type ListQuery } from '#platform/strapi/permitted-query';
import { GRANT_UID } from '../services/grant-records';
import { streamCsv, type Cell } from '#platform/http/csv';
import type { MessageLanguage } from '#platform/http/errors';

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
  { field: 'cataloguePrice', en: 'catalogue price', es: 'precio de catálogo' },
  { field: 'priceDiffers', en: 'prices differ', es: 'precios distintos' },
  { field: 'state', en: 'state', es: 'estado' },
  { field: 'price', en: 'price', es: 'precio' },
] as const;

const BATCH = 500;

type Row = { id: number } & Record<(typeof COLUMNS)[number]['field'], Cell | boolean>;

const words: Record<MessageLanguage, Record<'true' | 'false', string>> = {
  en: { true: 'yes', false: 'no' },
  es: { true: 'sí', false: 'no' },
};

const toCell = (value: Cell | boolean, language: MessageLanguage): Cell =>
  typeof value === 'boolean' ? words[language][value ? 'true' : 'false'] : value;

/** Yields the matching recorded accesses, oldest first, as lines of a CSV file. */
const streamGrantsCsv = (
  { strapi }: WithStrapi,
  where: Record<string, unknown>,
  language: MessageLanguage,
): AsyncGenerator<string> =>
  streamCsv<number>(
    COLUMNS.map((column) => column[language]),
    async (last) => {
      const rows = (await strapi.db.query(GRANT_UID).findMany({
        select: ['id', ...COLUMNS.map(({ field }) => field)],
        where: { $and: [where, { id: { $gt: last ?? 0 } }] },
        orderBy: { id: 'asc' },
        limit: BATCH,
      })) as Row[];
      return {
        lines: rows.map((row) => COLUMNS.map(({ field }) => toCell(row[field], language))),
        last: rows.length < BATCH ? null : (rows.at(-1)?.id ?? null),
      };
    },
  );

export default ({ strapi }: WithStrapi) => ({
  /** Exports the list with its filters and search, all pages, as CSV. */
  async exportCsv(ctx: Context): Promise<void> {
    const { filters, _q } = ctx.query as ListQuery;
    const where = await buildPermittedWhere(
      { strapi },
      {
        ability: getUserAbility(ctx),
        uid: GRANT_UID,
        query: { ...(filters ? { filters } : {}), ...(_q ? { _q } : {}) },
      },
    );
    const body = await startStream(streamGrantsCsv({ strapi }, where, getMessageLanguage(ctx)));
    ctx.attachment('partner-video-access.csv');
    ctx.type = 'text/csv; charset=utf-8';
    ctx.set('Cache-Control', 'no-store');
    ctx.body = body;
  },
});
