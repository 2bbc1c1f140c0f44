import { getPresentialsPage } from '../contract';
import { contentApiRoutes, route } from '../../../platform/http/route';

export default contentApiRoutes(route(getPresentialsPage, 'presentials-page.presentials'));
