import { getProtagonist } from '../contract';
import { contentApiRoutes, route } from '../../../platform/http/route';

export default contentApiRoutes(route(getProtagonist, 'protagonist.bySlug'));
