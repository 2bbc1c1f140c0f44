import type { WithStrapi } from '../../../../../platform/with-strapi';
import { jobsOf } from '../../../../../platform/jobs';

/** Name of the job that processes runs. */
export const WORK = 'import-export.work';

/** Queues the next part of a run, in the running transaction. */
export const queueRun = async ({ strapi }: WithStrapi, id: string): Promise<void> => {
  await jobsOf({ strapi }).enqueue(WORK, { run: id });
};
