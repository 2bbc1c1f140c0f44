import { getPlatformPage } from '../contract';
import { route } from '#platform/http/route';
import { createContentRouter } from '#plugins/content-api';

export default createContentRouter(
  'api::platform-page.platform-page',
  route(getPlatformPage, 'platform-page.platform'),
);
