import { setTimeout as pause } from 'node:timers/promises';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { jobsOf } from '../../../../../platform/jobs';
import { GRANT_UID, SETTLE_JOB } from '../../constants';
import { messageOf } from '../../message-of';
import { OPEN, type Outcome } from './states';

/** Who asked for which video; `userId` is what the partner knows the access by. */
export type GrantRequest = {
  userId: string;
  productId: string;
  productTitle: string;
  videoId: string;
  videoTitle: string;
  price: number;
  /** What the partner's catalogue said at that moment, in its own currency. */
  cataloguePrice: number;
  priceDiffers: boolean;
  name: string;
  surname: string;
  email: string;
  /** documentId of the student who was logged in. */
  account: string | null;
};

export type GrantRecord = {
  /**
   * Writes down what became of it. Settled, without ever failing, when that is done or takes too long for a
   * caller who waits for a video; then it is tried again for as long as the process lives.
   */
  complete: (outcome: Outcome) => Promise<void>;
};

/** How long a caller waits for the outcome to be written down, in milliseconds. */
const PATIENCE = 2_000;

/** Pauses between tries to write an outcome down, in seconds; the last one is the pause ever after. */
const PAUSES = [1, 2, 5, 10, 30];

/**
 * The records of accesses. The partner counts an access when it gives it, so each is written down before the
 * partner is asked, and completed afterwards. What nobody completes, because the process died, is settled by
 * a job that is enqueued along with it.
 *
 * @param settleAfterSeconds longer than the partner can be waited for, all calls of one access together
 */
export const createGrantRecords = (
  { strapi }: WithStrapi,
  { settleAfterSeconds }: { settleAfterSeconds: number },
) => {
  const closing = new AbortController();

  const write = async (id: number, outcome: Outcome): Promise<void> => {
    await strapi.db
      .query(GRANT_UID)
      .updateMany({ where: { id, state: { $in: OPEN } }, data: outcome });
  };

  const writeUntilDone = async (id: number, userId: string, outcome: Outcome): Promise<void> => {
    for (let tries = 0; ; tries += 1) {
      try {
        await write(id, outcome);
        return;
      } catch (error) {
        const seconds = PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 1;
        strapi.log.error(
          `partner-video: access ${userId} is ${outcome.state}, which could not be recorded yet: ` +
            messageOf(error),
        );
        await pause(seconds * 1000, undefined, { ref: false, signal: closing.signal });
      }
    }
  };

  return {
    /**
     * Writes down that the partner is going to be asked.
     *
     * @throws what the database throws; then the partner must not be asked
     */
    async begin(request: GrantRequest): Promise<GrantRecord> {
      const { userId } = request;
      const id = await strapi.db.transaction(async () => {
        const { account, ...asked } = request;
        const grant = await strapi
          .documents(GRANT_UID)
          .create({ data: { ...asked, ...(account !== null && { account }), state: 'asked' } });
        await jobsOf({ strapi }).enqueue(
          SETTLE_JOB,
          { id: grant.id, userId },
          { startAfter: settleAfterSeconds },
        );
        return Number(grant.id);
      });
      return {
        async complete(outcome) {
          const done = writeUntilDone(id, userId, outcome).catch(() => {
            strapi.log.error(
              `partner-video: access ${userId} is ${outcome.state}, but will be recorded as unknown`,
            );
          });
          await Promise.race([done, pause(PATIENCE, undefined, { ref: false })]);
        },
      };
    },

    /** Gives up outcomes that could not be written down; their accesses are settled as unknown. */
    close: (): void => {
      closing.abort();
    },
  };
};

/**
 * Defines the job that settles accesses which are still open: nothing is known of them, and the partner's
 * interface has no way to ask (a second `POST /access` could be a second sale), so they are left to support.
 * Several nodes may run it at once: one of them finds the access open.
 */
export const defineSettleJob = ({ strapi }: WithStrapi): void => {
  jobsOf({ strapi }).define<{ id: number; userId: string }>(
    SETTLE_JOB,
    async ({ data: { id, userId } }) => {
      const { count } = await strapi.db
        .query(GRANT_UID)
        .updateMany({ where: { id, state: 'asked' }, data: { state: 'unknown' } });
      if (count > 0) {
        strapi.log.warn(`partner-video: nobody knows whether access ${userId} was given`);
      }
    },
    { retryLimit: 14, retryDelay: 5, expireInSeconds: 30 },
  );
};
