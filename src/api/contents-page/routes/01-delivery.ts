import { getContentsPage } from '../../../plugins/pages/contract';
import { contentApiRoutes, route } from '../../../http/route';

export default contentApiRoutes(route(getContentsPage, 'contents-page.contents'));
