import { getProtagonist } from '../../../contracts/protagonist';
import { route } from '../../../delivery/route';

export default {
  type: 'content-api' as const,
  routes: [route(getProtagonist, 'protagonist.bySlug')],
};
