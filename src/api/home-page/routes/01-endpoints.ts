import { getHomePage } from '../contract';
import { contentApiRoutes, route } from '../../../platform/http/route';

export default contentApiRoutes(route(getHomePage, 'home-page.full'));
