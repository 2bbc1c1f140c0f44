import { getCompanyPage } from '../contract';
import { route } from '#platform/http/route';
import { createContentRouter } from '#plugins/content-api';

export default createContentRouter(
  'api::company-page.company-page',
  route(getCompanyPage, 'company-page.company'),
);
