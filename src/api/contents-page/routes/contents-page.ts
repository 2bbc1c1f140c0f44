import { getContentsPage } from '../contract';
import { route } from '#platform/http/route';
import { createContentRouter } from '#plugins/content-api';

export default createContentRouter(
  'api::contents-page.contents-page',
  route(getContentsPage, 'contents-page.contents'),
);
