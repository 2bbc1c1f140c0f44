import { getContentsPage } from '../contract';
import { contentApiRoutes, route } from '../../../platform/http/route';

export default contentApiRoutes(route(getContentsPage, 'contents-page.contents'));
