import type { WithStrapi } from '#platform/strapi/with-strapi';
import { currentJob } from '#platform/jobs';
import { isOnBehalf, requestActor, type RequestActor } from '#platform/strapi/actor';

/** The origin of an action: a request, a job, or the service itself. */
export type Actor = Omit<RequestActor, 'kind'> & { kind: RequestActor['kind'] | 'job' | 'service' };

const service: Actor = { kind: 'service', id: null, name: null };

/** Returns the current actor. In a job on behalf of a user, it is that user. */
export const currentActor = ({ strapi }: WithStrapi): Actor => {
  const name = isOnBehalf({ strapi }) ? null : currentJob();
  if (name !== null) return { kind: 'job', id: null, name };
  return requestActor({ strapi }) ?? service;
};

/**
 * Returns the attribute that names the acting panel user as the last author of an entry. The content
 * manager sets it itself; other writers add it, so that lists of own work contain the entry.
 */
export const lastAuthor = ({ strapi }: WithStrapi): { updatedBy?: number } => {
  const { kind, id } = currentActor({ strapi });
  return kind === 'user' && id !== null ? { updatedBy: Number(id) } : {};
};
