import { getChannel, listChannels } from '../../../contracts/channel';
import { route } from '../../../delivery/route';

export default {
  type: 'content-api' as const,
  routes: [route(listChannels, 'channel.byVertical'), route(getChannel, 'channel.bySlug')],
};
