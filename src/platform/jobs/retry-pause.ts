import type { JobOptions } from './options';

/** Of the powers of two: what comes after is longer than any pause may be. */
const MOST_DOUBLINGS = 16;

/**
 * Seconds between a try that failed and the next one: as pg-boss counts them where they have no end
 * (`failJobs`, pg-boss/src/plans.js), and no more than `retryDelayMax`.
 *
 * @param retryCount how often the job was tried before the try that failed
 * @param chance from 0 to 1, so that what failed together is not tried together for ever
 */
export const retryPause = (
  { retryDelay, retryDelayMax }: Pick<Required<JobOptions>, 'retryDelay' | 'retryDelayMax'>,
  retryCount: number,
  chance = Math.random(),
): number =>
  Math.min(retryDelay * 2 ** Math.min(retryCount, MOST_DOUBLINGS) * (1 + chance), retryDelayMax);
