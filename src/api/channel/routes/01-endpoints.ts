import { getChannel, listChannels } from '../contract';
import { contentApiRoutes, route } from '../../../http/route';

export default contentApiRoutes(
  route(listChannels, 'channel.byVertical'),
  route(getChannel, 'channel.bySlug'),
);
