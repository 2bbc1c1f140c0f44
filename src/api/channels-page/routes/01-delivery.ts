import { getChannelsPage } from '../../../contracts/pages';
import { route } from '../../../delivery/route';

export default {
  type: 'content-api' as const,
  routes: [route(getChannelsPage, 'channels-page.channels')],
};
