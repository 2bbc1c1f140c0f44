import type { Feature } from '../../feature/feature';
import { guardPublishing } from './server/guard';

/** Says before something is published what hinders it and what could be better, and refuses the first. */
export const readiness: Feature = {
  name: 'readiness',
  isPlugin: true,
  register: guardPublishing,
};
