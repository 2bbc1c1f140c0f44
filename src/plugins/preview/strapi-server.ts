import { contentApiRoutes, route } from '#platform/http/route';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { visibleDraftOf } from '#delivery/handler';
import { commonErrors } from '#platform/http/common-errors';
import { httpError } from '#platform/http/errors';
import { createAction } from '#platform/http/handler';
import { watchDraft } from './contract';
import { draftWatchesOf } from './server/draft-watches';
import { previewTokenOf } from './server/token';

const draftController = ({ strapi }: WithStrapi) => ({
  watch: createAction({ strapi })(watchDraft, ({ ctx }) => {
    if (visibleDraftOf(ctx) === null) throw httpError(commonErrors.INVALID_PREVIEW_TOKEN);
    ctx.body = draftWatchesOf({ strapi }).open(previewTokenOf(ctx));
    ctx.type = 'text/event-stream';
    // nginx sends each event at once.
    ctx.set('X-Accel-Buffering', 'no');
    return Promise.resolve();
  }),
});

export default {
  controllers: { draft: draftController },
  routes: { 'content-api': contentApiRoutes(route(watchDraft, 'draft.watch')) },
};
