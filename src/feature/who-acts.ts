import type { WithStrapi } from '../platform/with-strapi';
import { jobNow } from '../platform/jobs';
import { actorNow, type Actor } from '../platform/strapi/actor';
import { isOnBehalf } from '../platform/strapi/on-behalf';

/** The origin of an action: a request, a job, or the service itself. */
export type Cause = Omit<Actor, 'kind'> & { kind: Actor['kind'] | 'job' | 'service' };

const service: Cause = { kind: 'service', id: null, name: null };

/** Returns the current actor. In a job on behalf of a user, it is that user. */
export const whoActs = ({ strapi }: WithStrapi): Cause => {
  const name = isOnBehalf({ strapi }) ? null : jobNow();
  if (name !== null) return { kind: 'job', id: null, name };
  return actorNow({ strapi }) ?? service;
};
