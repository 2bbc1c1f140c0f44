import { listSeries } from '../contract';
import { contentApiRoutes, route } from '../../../http/route';

export default contentApiRoutes(route(listSeries, 'series.list'));
