import { listSeries } from '../contract';
import { route } from '../../../http/route';

export default { type: 'content-api' as const, routes: [route(listSeries, 'series.list')] };
