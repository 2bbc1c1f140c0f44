import { defineContentApiRoutes, route } from '#platform/http/route';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getVisibleDraft } from '#delivery/handler';
import { commonErrors } from '#platform/http/common-errors';
import { createHttpError } from '#platform/http/errors';
import { createAction } from '#platform/http/handler';
import { watchDraft } from './contract';
import { createLinkMiddleware } from './server/address';
import { getDraftWatches } from './server/draft-watches';
import { getPreviewToken } from './server/token';

const createDraftController = ({ strapi }: WithStrapi) => ({
  watch: createAction({ strapi })(watchDraft, ({ ctx }) => {
    if (getVisibleDraft(ctx) === null) throw createHttpError(commonErrors.INVALID_PREVIEW_TOKEN);
    ctx.body = getDraftWatches({ strapi }).open(getPreviewToken(ctx));
    ctx.type = 'text/event-stream';
    // nginx sends each event at once.
    ctx.set('X-Accel-Buffering', 'no');
    return Promise.resolve();
  }),
});

export default {
  controllers: { draft: createDraftController },
  middlewares: { link: createLinkMiddleware },
  routes: { 'content-api': defineContentApiRoutes(route(watchDraft, 'draft.watch')) },
};
