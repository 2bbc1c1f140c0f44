import { getPlatformPage } from '../contract';
import { contentApiRoutes, route } from '../../../platform/http/route';

export default contentApiRoutes(route(getPlatformPage, 'platform-page.platform'));
