import { listEpisodesBySeries } from '../contract';
import { contentApiRoutes, route } from '../../../http/route';

export default contentApiRoutes(route(listEpisodesBySeries, 'episode.bySeries'));
