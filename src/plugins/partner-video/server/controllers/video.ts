import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createHttpError } from '#platform/http/errors';
import { createHandler } from '#platform/http/handler';
import { getPartnerCatalog, partnerVideoErrors, watchPartnerVideo } from '../../contract';
import { partnerVideoSettings, type PartnerVideoSettings } from '../../settings';
import { byAccount, byAddress, byMailbox, type Limit, getThrottle } from '#platform/throttle';
import { getVideoService } from '../services/video';

const TEN_MINUTES = 600;

const buildLimits = ({ limits }: Pick<PartnerVideoSettings, 'limits'>) => {
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
  // A separate limit for students who are logged in. Otherwise anybody could exhaust their limit by
  // typing their e-mail address.
  const perAccount: Limit = { ...perEmail, name: 'partner-video-account' };
  return { perAddress, perEmail, perAccount };
};

export default ({ strapi }: WithStrapi) => {
  const handle = createHandler({ strapi });

  const watch = handle(watchPartnerVideo, async ({ body, caller, ctx }) => {
    const settings = partnerVideoSettings.of({ strapi });
    const { requireLogin } = settings;
    const { perAddress, perEmail, perAccount } = buildLimits(settings);
    await getThrottle({ strapi }).consume(ctx, [
      byAddress(perAddress, ctx),
      caller === null ? byMailbox(perEmail, body.email) : byAccount(perAccount, caller),
    ]);
    if (requireLogin && caller === null) throw createHttpError(partnerVideoErrors.LOGIN_REQUIRED);
    const account = requireLogin && caller !== null ? caller.documentId : null;
    const access = await getVideoService({ strapi }).watch(body, { account });
    return { success: true, ...access };
  });

  return {
    catalog: handle(getPartnerCatalog, async () => ({
      catalog: await getVideoService({ strapi }).catalogue(),
    })),

    async watch(ctx: Context): Promise<void> {
      // Set for errors too, because no cache may store anything of this endpoint.
      ctx.set('Cache-Control', 'no-store');
      await watch(ctx);
    },
  };
};
