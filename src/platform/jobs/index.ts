import type { WithStrapi } from '../with-strapi';
import { createJobs } from './jobs';
import type { Jobs } from './types';

export { jobNow } from './job-now';
export type { JobOptions } from './options';
export { NonRetryableError } from './types';
export type { FailedJob, Handler, Job, JobCount, Jobs, Surrounding } from './types';

const NAME = 'jobs';

/** The queue of this Strapi instance. Plugins register before the application does, hence on demand. */
export const jobsOf = ({ strapi }: WithStrapi): Jobs => {
  if (!strapi.has(NAME)) strapi.add(NAME, createJobs({ strapi }));
  return strapi.get(NAME);
};
