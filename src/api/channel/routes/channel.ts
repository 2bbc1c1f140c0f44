import { getChannel, listChannels } from '../contract';
import { route } from '#platform/http/route';
import { createContentRouter } from '#plugins/content-api';

export default createContentRouter(
  'api::channel.channel',
  route(listChannels, 'channel.byVertical'),
  route(getChannel, 'channel.bySlug'),
);
