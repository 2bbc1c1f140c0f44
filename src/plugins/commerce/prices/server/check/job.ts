import type { WithStrapi } from '../../../../../platform/with-strapi';
import { jobsOf } from '../../../../../platform/jobs';
import { checkPrices, type Outcome } from './check';

export const CHECK_JOB = 'prices.check';

const EVERY_NIGHT = '41 3 * * *';

/**
 * Version of the check. Raise it when the check finds more, and stored prices are checked again.
 */
const CHECK = 6;

const doneStore = ({ strapi }: WithStrapi) =>
  strapi.store({ type: 'plugin', name: 'prices', key: 'checked' });

const logOutcome = ({ strapi }: WithStrapi, { checked, findings, silent }: Outcome): void => {
  const count = (problem: string): number =>
    findings.filter((finding) => finding.problem === problem).length;
  strapi.log.info(
    `prices: ${checked} checked, ${count('hundredfold')} look a hundred times too high, ${count('negative')} are negative`,
  );
  if (silent.length > 0) {
    strapi.log.warn(
      `prices: not compared with the payment accounts ${silent.join(', ')}, which did not answer; the next check compares them`,
    );
  }
};

/** Defines the nightly check of stored prices. */
export const defineCheckJob = ({ strapi }: WithStrapi): void => {
  const jobs = jobsOf({ strapi });
  jobs.define(
    CHECK_JOB,
    async () => {
      const outcome = await checkPrices({ strapi });
      logOutcome({ strapi }, outcome);
      if (outcome.silent.length === 0) await doneStore({ strapi }).set({ value: CHECK });
    },
    { retryLimit: 2, expireInSeconds: 600, concurrency: 1 },
  );
  jobs.schedule(CHECK_JOB, EVERY_NIGHT);
};

/** Queues a check unless one has completed with this version. */
export const queueFirstCheck = async ({ strapi }: WithStrapi): Promise<void> => {
  if ((await doneStore({ strapi }).get({})) === CHECK) return;
  await jobsOf({ strapi }).enqueue(CHECK_JOB, {});
};
