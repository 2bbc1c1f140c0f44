import type { WithStrapi } from '../strapi/with-strapi';
import { createJobs } from './jobs';
import type { Jobs } from './types';

export { getCurrentJob } from './worker';
export type { JobOptions } from './types';
export { NonRetryableError } from './types';
export type { FailedJob, Handler, Job, JobCount, Jobs, AttemptWrapper } from './types';

const NAME = 'jobs';

/**
 * Returns the queue of this Strapi instance. The first caller creates it, because plugins register
 * before the application.
 */
export const getJobs = ({ strapi }: WithStrapi): Jobs => {
  if (!strapi.has(NAME)) strapi.add(NAME, createJobs({ strapi }));
  return strapi.get(NAME);
};
