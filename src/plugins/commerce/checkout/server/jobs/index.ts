import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getJobs } from '#platform/jobs';
import { applyEvent } from '../services/events/apply';
import { EVENT_JOB } from '../services/events/receive';
import { endAfterInstalments } from '../services/end-after-instalments';
import { INSTALMENTS_JOB } from '../services/orders/schedule-end';
import { announceUntakenAgain } from '../services/orders/announce';
import { describeProviderError } from '../services/provider/errors';
import { reconcile, reconcileSeconds } from './reconcile';

const INSTALMENTS = { retryLimit: 14, retryDelay: 3, expireInSeconds: 60 };

const RECONCILE_JOB = 'checkout.reconcile';

const ANNOUNCE_AGAIN_JOB = 'checkout.announce-again';

const EVERY_MORNING = '11 5 * * *';

const EVERY_FIVE_MINUTES = '*/5 * * * *';

/**
 * Events are retried for about a day, with growing pauses. An attempt whose process dies expires
 * after a minute.
 */
const EVENT = { retryLimit: 14, retryDelay: 3, expireInSeconds: 60, concurrency: 4 };

export const registerCheckoutJobs = ({ strapi }: WithStrapi): void => {
  const jobs = getJobs({ strapi });
  jobs.define<{ id: number }>(
    EVENT_JOB,
    async ({ data: { id } }) => {
      // The queue stores the message of the thrown error. The provider's own message may quote
      // personal data, so only a description is thrown.
      const problem = await applyEvent({ strapi }, id).then(() => null, describeProviderError);
      if (problem !== null) throw new Error(`event ${id} must wait: ${problem}`);
    },
    EVENT,
  );
  jobs.define<{ order: number }>(
    INSTALMENTS_JOB,
    async ({ data: { order } }) => {
      const problem = await endAfterInstalments({ strapi }, order).then(
        () => null,
        describeProviderError,
      );
      if (problem !== null)
        throw new Error(`instalments of order ${order} have no end yet: ${problem}`);
    },
    INSTALMENTS,
  );
  jobs.define(RECONCILE_JOB, ({ signal }) => reconcile({ strapi }, undefined, signal), {
    retryLimit: 0,
    concurrency: 1,
    expireInSeconds: reconcileSeconds({ strapi }),
  });
  jobs.schedule(RECONCILE_JOB, EVERY_FIVE_MINUTES);
  jobs.define(ANNOUNCE_AGAIN_JOB, () => announceUntakenAgain({ strapi }), { concurrency: 1 });
  jobs.schedule(ANNOUNCE_AGAIN_JOB, EVERY_MORNING);
};
