import { getPlatformPage } from '../../../plugins/pages/contract';
import { route } from '../../../http/route';

export default {
  type: 'content-api' as const,
  routes: [route(getPlatformPage, 'platform-page.platform')],
};
