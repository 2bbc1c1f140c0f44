import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { messageLanguages } from '../../../../../platform/http/errors';
import { messageLanguageOf } from '../../../../../platform/http/message-language';
import { startedStream } from '../../../../../platform/http/started-stream';
import { mayReadUsers } from '../../../../../platform/strapi/current-ability';
import { auditCsv } from '../csv';
import { filterSchema, latestEntries } from '../entries';

const parseExport = validateZodSchema(
  // The panel's language may differ from the one in the profile.
  filterSchema.extend({ language: z.enum(messageLanguages).optional() }),
);
const parseList = validateZodSchema(
  filterSchema.extend({
    before: z
      .string()
      .regex(/^\d{1,18}$/)
      .nullable()
      .default(null),
  }),
);

const AT_ONCE = 50;

const seesAddresses = (ctx: Context): boolean =>
  mayReadUsers((ctx.state as { userAbility: unknown }).userAbility);

export const entriesController = ({ strapi }: WithStrapi) => ({
  async find(ctx: Context): Promise<void> {
    const { before, ...filter } = parseList(ctx.query);
    const found = await latestEntries({ strapi }, filter, {
      ...{ before, limit: AT_ONCE + 1, showsAddresses: seesAddresses(ctx) },
    });
    const entries = found.slice(0, AT_ONCE);
    const next = found.length > AT_ONCE ? (entries.at(-1)?.id ?? null) : null;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { data: { entries, next } };
  },

  /** Answers all filtered entries as a CSV file. */
  async exportCsv(ctx: Context): Promise<void> {
    const { language = messageLanguageOf(ctx), ...filter } = parseExport(ctx.query);
    const body = await startedStream(
      auditCsv({ strapi }, filter, { language, showsAddresses: seesAddresses(ctx) }),
    );
    ctx.attachment('audit-log.csv');
    ctx.type = 'text/csv; charset=utf-8';
    ctx.set('Cache-Control', 'no-store');
    ctx.body = body;
  },
});
