import type { WithStrapi } from '../platform/with-strapi';
import { jobNow } from '../platform/jobs';
import { requestActor, type RequestActor } from '../platform/strapi/actor';
import { isOnBehalf } from '../platform/strapi/on-behalf';

/** The origin of an action: a request, a job, or the service itself. */
export type Actor = Omit<RequestActor, 'kind'> & { kind: RequestActor['kind'] | 'job' | 'service' };

const service: Actor = { kind: 'service', id: null, name: null };

/** Returns the current actor. In a job on behalf of a user, it is that user. */
export const currentActor = ({ strapi }: WithStrapi): Actor => {
  const name = isOnBehalf({ strapi }) ? null : jobNow();
  if (name !== null) return { kind: 'job', id: null, name };
  return requestActor({ strapi }) ?? service;
};
