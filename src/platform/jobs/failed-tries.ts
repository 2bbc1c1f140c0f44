import { isDatabaseUnavailable } from '../database-unavailable';
import type { JobOptions, Try } from './types';

/** Interval in milliseconds at which repeated failures of jobs with one name are logged. */
const LOG_INTERVAL_MS = 60_000;

type Options = {
  say: (level: 'debug' | 'warn' | 'error', words: string) => void;
  /** Returns the milliseconds of a monotonic clock. */
  now?: () => number;
};

/** Called after a failed attempt; `isLast` means that the job has finally failed. */
export type FailedTries = (
  error: unknown,
  which: Pick<Try, 'retryCount'> & { isLast: boolean },
) => void;

export const getErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/**
 * Logs the failed attempts of jobs with one name. It logs the first attempt of each job and the
 * final failure. Other failures are counted and logged at most once a minute, so that a receiver
 * that fails for days does not fill the log.
 */
export const createFailedTries = ({ say, now = () => performance.now() }: Options): FailedTries => {
  let saidAt = -Infinity;
  let unsaid = 0;

  return (error, { retryCount, isLast }) => {
    const reason = getErrorMessage(error);
    if (isLast) {
      say('error', `given up at try ${retryCount + 1}: ${reason}`);
    } else if (isDatabaseUnavailable(error)) {
      // The connection monitor logs this once.
      say('debug', reason);
    } else if (retryCount === 0) {
      say('error', reason);
      saidAt = now();
    } else {
      unsaid += 1;
      if (now() - saidAt < LOG_INTERVAL_MS) return;
      say('warn', `${unsaid} more tries have failed, the last one with: ${reason}`);
      saidAt = now();
      unsaid = 0;
    }
  };
};

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
