import { getProtagonist } from '../contract';
import { contentApiRoutes, route } from '../../../http/route';

export default contentApiRoutes(route(getProtagonist, 'protagonist.bySlug'));
