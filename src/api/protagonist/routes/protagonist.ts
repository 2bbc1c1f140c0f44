import { getProtagonist } from '../contract';
import { route } from '#platform/http/route';
import { createContentRouter } from '#plugins/content-api';

export default createContentRouter(
  'api::protagonist.protagonist',
  route(getProtagonist, 'protagonist.bySlug'),
);
