import type { Feature } from '../../feature/feature';
import { admitForce } from './server/force';

export { confirmDeletions } from './server/guard-documents';
export { usedAmong } from './server/used-among';

/** Nothing is taken away unseen from where it is used. */
export const usage: Feature = {
  name: 'usage',
  isPlugin: true,
  register: admitForce,
};
