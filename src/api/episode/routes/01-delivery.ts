import { listEpisodesBySeries } from '../contract';
import { route } from '../../../http/route';

export default {
  type: 'content-api' as const,
  routes: [route(listEpisodesBySeries, 'episode.bySeries')],
};
