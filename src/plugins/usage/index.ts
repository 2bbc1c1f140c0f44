import type { Feature } from '#feature/feature';
import { allowForce } from './server/confirm-removals';

export { confirmRemovals } from './server/confirm-removals';

/** Shows where an entry is used, and asks before a used entry is deleted. */
export const usage: Feature = {
  name: 'usage',
  folder: __dirname,
  register: allowForce,
};
