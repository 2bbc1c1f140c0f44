import type { Feature } from '../../feature/feature';
import { admitForce } from './server/force';

export { confirmDeletions } from './server/guard-documents';
export { findUsed } from './server/used-among';

/** Shows where an entry is used, and asks before a used entry is deleted. */
export const usage: Feature = {
  name: 'usage',
  folder: __dirname,
  register: admitForce,
};
