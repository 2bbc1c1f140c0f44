import { getCompanyPage } from '../contract';
import { contentApiRoutes, route } from '../../../platform/http/route';

export default contentApiRoutes(route(getCompanyPage, 'company-page.company'));
