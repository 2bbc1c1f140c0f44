import { contentApiRoutes, route } from '../../../platform/http/route';
import { getLive, listNextLives } from '../contract';

export default contentApiRoutes(route(listNextLives, 'live.next'), route(getLive, 'live.bySlug'));
