import { getChannelsPage } from '../contract';
import { contentApiRoutes, route } from '../../../http/route';

export default contentApiRoutes(route(getChannelsPage, 'channels-page.channels'));
