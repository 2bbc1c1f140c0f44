import type { Feature } from '../../feature/feature';
import { allowForce } from './server/force-parameter';

export { confirmDeletions } from './server/guard-documents';

/** Shows where an entry is used, and asks before a used entry is deleted. */
export const usage: Feature = {
  name: 'usage',
  folder: __dirname,
  register: allowForce,
};
