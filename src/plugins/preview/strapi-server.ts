import { contentApiRoutes, route } from '../../platform/http/route';
import { watchDraft } from './contract';
import { draftController } from './server/watch-draft';

export default {
  controllers: { draft: draftController },
  routes: { 'content-api': contentApiRoutes(route(watchDraft, 'draft.watch')) },
};
