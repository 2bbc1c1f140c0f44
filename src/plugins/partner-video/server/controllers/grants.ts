import type { Context } from 'koa';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { messageLanguageOf } from '../../../../platform/http/message-language';
import { startedStream } from '../../../../platform/http/started-stream';
import { type ListQuery, permittedWhere } from '../../../../platform/strapi/permitted-query';
import { GRANT_UID } from '../constants';
import { grantsCsv } from '../services/grants/csv';

export default ({ strapi }: WithStrapi) => ({
  /** Exports the list with its filters and search, all pages, as CSV. */
  async exportCsv(ctx: Context): Promise<void> {
    const { filters, _q } = ctx.query as ListQuery;
    const where = await permittedWhere(
      { strapi },
      {
        ability: (ctx.state as { userAbility: unknown }).userAbility,
        uid: GRANT_UID,
        query: { ...(filters ? { filters } : {}), ...(_q ? { _q } : {}) },
      },
    );
    const body = await startedStream(grantsCsv({ strapi }, where, messageLanguageOf(ctx)));
    ctx.attachment('partner-video-access.csv');
    ctx.type = 'text/csv; charset=utf-8';
    ctx.set('Cache-Control', 'no-store');
    ctx.body = body;
  },
});
