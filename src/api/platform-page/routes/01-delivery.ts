import { getPlatformPage } from '../../../plugins/pages/contract';
import { contentApiRoutes, route } from '../../../http/route';

export default contentApiRoutes(route(getPlatformPage, 'platform-page.platform'));
