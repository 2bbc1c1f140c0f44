import { getChannelsPage } from '../contract';
import { route } from '#platform/http/route';
import { createContentRouter } from '#plugins/content-api';

export default createContentRouter(
  'api::channels-page.channels-page',
  route(getChannelsPage, 'channels-page.channels'),
);
