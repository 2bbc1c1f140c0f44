import { getChannelsPage } from '../contract';
import { contentApiRoutes, route } from '../../../platform/http/route';

export default contentApiRoutes(route(getChannelsPage, 'channels-page.channels'));
