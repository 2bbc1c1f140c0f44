import { getSeries, listSeries } from '../contract';
import { contentApiRoutes, route } from '../../../platform/http/route';

export default contentApiRoutes(
  route(listSeries, 'series.list'),
  route(getSeries, 'series.bySlug'),
);
