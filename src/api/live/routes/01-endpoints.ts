import { contentApiRoutes, route } from '../../../http/route';
import { getLive, listNextLives } from '../contract';

export default contentApiRoutes(route(listNextLives, 'live.next'), route(getLive, 'live.bySlug'));
