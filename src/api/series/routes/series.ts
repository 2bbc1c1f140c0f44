import { getSeries, listSeries } from '../contract';
import { route } from '#platform/http/route';
import { createContentRouter } from '#plugins/content-api';

export default createContentRouter(
  'api::series.series',
  route(listSeries, 'series.list'),
  route(getSeries, 'series.bySlug'),
);
