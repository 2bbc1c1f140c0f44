import { getCompanyPage } from '../../../contracts/pages';
import { route } from '../../../delivery/route';

export default {
  type: 'content-api' as const,
  routes: [route(getCompanyPage, 'company-page.company')],
};
