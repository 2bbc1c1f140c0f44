import type { Core } from '@strapi/types';
import { jobNow } from '../jobs';
import { actorNow, type Actor } from '../strapi/actor';

/** Who has caused something: a request, a job, or the service by itself. */
export type Cause = Omit<Actor, 'kind'> & { kind: Actor['kind'] | 'job' | 'service' };

const service: Cause = { kind: 'service', id: null, name: null };

/** Who acts at the moment. */
export const whoActs = ({ strapi }: { strapi: Core.Strapi }): Cause => {
  const name = jobNow();
  if (name !== null) return { kind: 'job', id: null, name };
  return actorNow({ strapi }) ?? service;
};
