import { getPresentialsPage } from '../contract';
import { route } from '#platform/http/route';
import { createContentRouter } from '#plugins/content-api';

export default createContentRouter(
  'api::presentials-page.presentials-page',
  route(getPresentialsPage, 'presentials-page.presentials'),
);
