import { getChannel, listChannels } from '../contract';
import { route } from '../../../http/route';

export default {
  type: 'content-api' as const,
  routes: [route(listChannels, 'channel.byVertical'), route(getChannel, 'channel.bySlug')],
};
