import { getHomePage } from '../contract';
import { route } from '#platform/http/route';
import { createContentRouter } from '#plugins/content-api';

export default createContentRouter(
  'api::home-page.home-page',
  route(getHomePage, 'home-page.full'),
);
