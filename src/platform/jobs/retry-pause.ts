import type { JobOptions } from './options';

/** Maximum exponent; further doublings exceed every maximum pause. */
const MOST_DOUBLINGS = 16;

/**
 * Returns the seconds between a failed attempt and the next one. The formula is that of pg-boss
 * (`failJobs`, pg-boss/src/plans.js), limited by `retryDelayMax`.
 *
 * @param retryCount number of attempts before the failed one
 * @param chance from 0 to 1, so that jobs that failed together are retried at different times
 */
export const retryPause = (
  { retryDelay, retryDelayMax }: Pick<Required<JobOptions>, 'retryDelay' | 'retryDelayMax'>,
  retryCount: number,
  chance = Math.random(),
): number =>
  Math.min(retryDelay * 2 ** Math.min(retryCount, MOST_DOUBLINGS) * (1 + chance), retryDelayMax);
