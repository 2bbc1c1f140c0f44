import { getEpisode, listEpisodesBySeries } from '../contract';
import { route } from '#platform/http/route';
import { createContentRouter } from '#plugins/content-api';

export default createContentRouter(
  'api::episode.episode',
  route(listEpisodesBySeries, 'episode.bySeries'),
  route(getEpisode, 'episode.bySlug'),
);
