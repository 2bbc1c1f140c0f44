import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { messageLanguages } from '#platform/http/errors';
import { getMessageLanguage } from '#platform/http/message-language';
import { getUserAbility } from '#platform/http/request-person';
import { createDisconnectSignal, startStream } from '#platform/http/started-stream';
import { streamOrdersCsv, writeOrdersWorkbook } from '../services/exports/export-orders';
import { periodSchema } from '../services/exports/movements';

const parseExport = validateZodSchema(
  periodSchema.safeExtend({
    format: z.enum(['csv', 'xlsx']).default('csv'),
    content: z.enum(['movements', 'sums']).default('movements'),
    // The panel's language may differ from the one in the profile.
    language: z.enum(messageLanguages).optional(),
  }),
);

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export default ({ strapi }: WithStrapi) => ({
  /** Answers the payments and refunds of a period as a CSV file or a workbook. */
  async exportOrders(ctx: Context): Promise<void> {
    const {
      format,
      content,
      language = getMessageLanguage(ctx),
      ...period
    } = parseExport(ctx.query);
    const selection = { period, language, ability: getUserAbility(ctx) };
    ctx.set('Cache-Control', 'no-store');
    const name = `orders-${period.from}-${period.to}`;
    if (format === 'xlsx') {
      const workbook = await writeOrdersWorkbook(
        { strapi },
        selection,
        createDisconnectSignal(ctx),
      );
      ctx.attachment(`${name}.xlsx`);
      ctx.type = XLSX;
      ctx.body = Buffer.from(workbook);
      return;
    }
    const body = await startStream(streamOrdersCsv({ strapi }, content, selection));
    ctx.attachment(`${name}.csv`);
    ctx.type = 'text/csv; charset=utf-8';
    ctx.body = body;
  },
});
