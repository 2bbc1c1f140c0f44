import { getCompanyPage } from '../../../plugins/pages/contract';
import { route } from '../../../http/route';

export default {
  type: 'content-api' as const,
  routes: [route(getCompanyPage, 'company-page.company')],
};
