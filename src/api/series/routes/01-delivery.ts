import { listSeries } from '../../../contracts/series';
import { route } from '../../../delivery/route';

export default { type: 'content-api' as const, routes: [route(listSeries, 'series.list')] };
