import { route } from '#platform/http/route';
import { createContentRouter } from '#plugins/content-api';
import { getLive, listNextLives } from '../contract';

export default createContentRouter(
  'api::live.live',
  route(listNextLives, 'live.next'),
  route(getLive, 'live.bySlug'),
);
