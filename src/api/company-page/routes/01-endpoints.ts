import { getCompanyPage } from '../contract';
import { contentApiRoutes, route } from '../../../http/route';

export default contentApiRoutes(route(getCompanyPage, 'company-page.company'));
