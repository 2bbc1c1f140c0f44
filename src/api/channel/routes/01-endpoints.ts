import { getChannel, listChannels } from '../contract';
import { contentApiRoutes, route } from '../../../platform/http/route';

export default contentApiRoutes(
  route(listChannels, 'channel.byVertical'),
  route(getChannel, 'channel.bySlug'),
);
