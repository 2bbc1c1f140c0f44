import { getEpisode, listEpisodesBySeries } from '../contract';
import { contentApiRoutes, route } from '../../../platform/http/route';

export default contentApiRoutes(
  route(listEpisodesBySeries, 'episode.bySeries'),
  route(getEpisode, 'episode.bySlug'),
);
