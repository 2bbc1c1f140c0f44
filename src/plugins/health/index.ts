import type { Feature } from '../../feature/feature';
import { healthOf, registerHealth } from './server/register';

/** Tells load balancers whether this node is to be sent requests. */
export const health: Feature = {
  name: 'health',
  register: registerHealth,
  start: ({ strapi }) => healthOf({ strapi }).started(),
  stop: ({ strapi }) => healthOf({ strapi }).drain(),
};

export { healthOf };
