import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getCurrentJob } from '#platform/jobs';
import { isOnBehalf, getRequestActor, type RequestActor } from '#platform/strapi/actor';

/** The origin of an action: a request, a job, or the service itself. */
export type Actor = Omit<RequestActor, 'kind'> & { kind: RequestActor['kind'] | 'job' | 'service' };

const service: Actor = { kind: 'service', id: null, name: null };

/** Returns the current actor. In a job on behalf of a user, it is that user. */
export const getCurrentActor = ({ strapi }: WithStrapi): Actor => {
  const name = isOnBehalf({ strapi }) ? null : getCurrentJob();
  if (name !== null) return { kind: 'job', id: null, name };
  return getRequestActor({ strapi }) ?? service;
};

/**
 * Returns the attribute that names the acting panel user as the last author of an entry. The content
 * manager sets it itself; other writers add it, so that lists of own work contain the entry.
 */
export const getLastAuthor = ({ strapi }: WithStrapi): { updatedBy?: number } => {
  const { kind, id } = getCurrentActor({ strapi });
  return kind === 'user' && id !== null ? { updatedBy: Number(id) } : {};
};
