import { listEpisodesBySeries } from '../../../contracts/episode';
import { route } from '../../../delivery/route';

export default {
  type: 'content-api' as const,
  routes: [route(listEpisodesBySeries, 'episode.bySeries')],
};
