import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { getPartnerCatalog, watchPartnerVideo } from '../../contract';
import { answer } from '../../../../http/handler';
import { partnerVideoSettings } from '../../settings';
import { byAddress, byEmail, type Limit, throttleOf } from '../../../../throttle';
import { requireStudent } from '../login';
import { videoOf } from '../services/video';

const TEN_MINUTES = 600;

export default ({ strapi }: { strapi: Core.Strapi }) => {
  const { requireLogin, limits } = partnerVideoSettings.of({ strapi });
  const perAddress: Limit = {
    name: 'partner-video-address',
    points: limits.perAddress,
    seconds: TEN_MINUTES,
  };
  const perEmail: Limit = {
    name: 'partner-video-email',
    points: limits.perEmail,
    seconds: TEN_MINUTES,
  };

  const watch = answer(watchPartnerVideo, async ({ body }, ctx) => {
    await throttleOf({ strapi }).consume(ctx, [
      byAddress(perAddress, ctx),
      byEmail(perEmail, body.email),
    ]);
    const student = requireLogin ? await requireStudent({ strapi }, ctx) : null;
    const access = await videoOf({ strapi }).watch(body, { account: student?.documentId ?? null });
    return { success: true, ...access };
  });

  return {
    catalog: answer(getPartnerCatalog, async () => ({
      catalog: await videoOf({ strapi }).catalogue(),
    })),

    async watch(ctx: Context): Promise<void> {
      // Failures too: no cache on the way may keep anything of this.
      ctx.set('Cache-Control', 'no-store');
      await watch(ctx);
    },
  };
};
