import type { WithStrapi } from '../platform/with-strapi';
import { jobNow } from '../platform/jobs';
import { actorNow, type Actor } from '../platform/strapi/actor';
import { isOnBehalf } from '../platform/strapi/on-behalf';

/** Who has caused something: a request, a job, or the service by itself. */
export type Cause = Omit<Actor, 'kind'> & { kind: Actor['kind'] | 'job' | 'service' };

const service: Cause = { kind: 'service', id: null, name: null };

/** Who acts at the moment; of a job that somebody has begun and that is done on their behalf, they do. */
export const whoActs = ({ strapi }: WithStrapi): Cause => {
  const name = isOnBehalf({ strapi }) ? null : jobNow();
  if (name !== null) return { kind: 'job', id: null, name };
  return actorNow({ strapi }) ?? service;
};
