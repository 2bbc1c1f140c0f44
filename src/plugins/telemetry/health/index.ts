import type { Feature } from '../../../feature/feature';
import { warnOfMemory } from './server/memory';
import { healthOf, registerHealth } from './server/register';

/** Tells load balancers whether this node is ready. */
export const health: Feature = {
  name: 'health',
  register(context): void {
    registerHealth(context);
    warnOfMemory(context);
  },
  start: ({ strapi }) => healthOf({ strapi }).started(),
  drain: ({ strapi }) => healthOf({ strapi }).drain(),
  stop: ({ strapi }) => healthOf({ strapi }).drain(),
};

export { healthOf };
