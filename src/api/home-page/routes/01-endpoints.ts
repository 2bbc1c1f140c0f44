import { getHomePage } from '../contract';
import { contentApiRoutes, route } from '../../../http/route';

export default contentApiRoutes(route(getHomePage, 'home-page.full'));
