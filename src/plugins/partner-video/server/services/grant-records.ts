import { setTimeout as pause } from 'node:timers/promises';
import { getJobs } from '#platform/jobs';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { type Access, type FailedCall, formatErrorMessage, PartnerError } from './partner/partner';

export const GRANT_UID = 'plugin::partner-video.grant';

export const EXPORT_ACTION = 'plugin::partner-video.grants.export';

/** Job that closes an access whose outcome was never recorded. */
const SETTLE_JOB = 'partner-video.settle';

/** Outcome of an access that was requested from the partner. */
type Outcome = { state: 'granted'; accessUntil: Date } | { state: FailedCall };

type GrantState = 'asked' | Outcome['state'];

/** States that accept an outcome. A late outcome replaces the `unknown` of the job. */
export const OPEN: readonly GrantState[] = ['asked', 'unknown'];

/**
 * Returns the outcome of a successful call; null means that the partner does not have the video.
 */
export const toOutcome = (access: Access | null): Outcome =>
  access === null ? { state: 'refused' } : { state: 'granted', accessUntil: access.expiresAt };

/**
 * Returns the outcome of a failed call; `unknown` if the error did not come from the call to the
 * partner.
 */
export const toFailureOutcome = (error: unknown): Outcome => ({
  state: error instanceof PartnerError ? error.outcome : 'unknown',
});

/** Request of a person for a video; `userId` identifies the access at the partner. */
export type GrantRequest = {
  userId: string;
  productId: string;
  productTitle: string;
  videoId: string;
  videoTitle: string;
  price: number;
  /** Price in the partner's catalogue at that moment, in its own currency. */
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
   * Records the outcome. The promise never rejects. It resolves when the outcome is stored, or when
   * that takes too long for a waiting caller. Attempts then continue until the process ends.
   */
  complete: (outcome: Outcome) => Promise<void>;
};

/** Maximum time that a caller waits for the outcome to be recorded, in milliseconds. */
const MAX_WAIT_MS = 2_000;

/** Pauses between attempts to record an outcome, in seconds; the last one repeats. */
const PAUSES = [1, 2, 5, 10, 30];

/**
 * Creates the records of accesses. The partner charges for an access when it grants it. So each is
 * recorded before the request to the partner, and completed afterwards. A job that is enqueued with
 * the record closes it if the process dies before.
 *
 * @param settleAfterSeconds longer than all calls to the partner for one access can take
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
            formatErrorMessage(error),
        );
        await pause(seconds * 1000, undefined, { ref: false, signal: closing.signal });
      }
    }
  };

  return {
    /**
     * Records that the partner is about to be called.
     *
     * @throws the database's error; the partner must not be called then
     */
    async begin(request: GrantRequest): Promise<GrantRecord> {
      const { userId } = request;
      const id = await strapi.db.transaction(async () => {
        const { account, ...requestedGrant } = request;
        const grant = await strapi.documents(GRANT_UID).create({
          data: { ...requestedGrant, ...(account !== null && { account }), state: 'asked' },
        });
        await getJobs({ strapi }).enqueue(
          SETTLE_JOB,
          { id: grant.id, userId },
          { startAfter: settleAfterSeconds },
        );
        return Number(grant.id);
      });
      return {
        async complete(outcome) {
          const writing = writeUntilDone(id, userId, outcome).catch(() => {
            strapi.log.error(
              `partner-video: access ${userId} is ${outcome.state}, but will be recorded as unknown`,
            );
          });
          await Promise.race([writing, pause(MAX_WAIT_MS, undefined, { ref: false })]);
        },
      };
    },

    /** Abandons outcomes that could not be recorded; the job closes their accesses as unknown. */
    close: (): void => {
      closing.abort();
    },
  };
};

/**
 * Defines the job that closes accesses which are still open. The partner has no way to query an
 * access, and a second `POST /access` could be a second sale. So they are left to support as
 * unknown. Several nodes may run the job at once; only one finds the access open.
 */
export const defineSettleJob = ({ strapi }: WithStrapi): void => {
  getJobs({ strapi }).define<{ id: number; userId: string }>(
    SETTLE_JOB,
    async ({ data: { id, userId } }) => {
      const { count } = await strapi.db
        .query(GRANT_UID)
        .updateMany({ where: { id, state: 'asked' }, data: { state: 'unknown' } });
      if (count > 0) {
        strapi.log.warn(
          `partner-video: it is unknown whether the partner granted access ${userId}`,
        );
      }
    },
    { retryLimit: 14, retryDelay: 5, expireInSeconds: 30 },
  );
};
