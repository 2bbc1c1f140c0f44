import { isDatabaseUnavailable } from '../database/unavailable';
import type { Try } from './types';

/** How often it is said that tries of a name go on failing, in milliseconds. */
const SAID_MS = 60_000;

type Options = {
  say: (level: 'debug' | 'warn' | 'error', words: string) => void;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
};

/** Hears of a try that failed; `isLast`: the job is given up. */
export type FailedTries = (
  error: unknown,
  which: Pick<Try, 'retryCount'> & { isLast: boolean },
) => void;

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/**
 * Says which tries of the jobs of one name failed: of each job the first one, and that it was given up. Of those between, at
 * most once a minute, how many there were: a receiver that is out of order for days is not told of with every try.
 */
export const createFailedTries = ({ say, now = () => performance.now() }: Options): FailedTries => {
  let saidAt = -Infinity;
  let unsaid = 0;

  return (error, { retryCount, isLast }) => {
    const reason = messageOf(error);
    if (isLast) {
      say('error', `given up at try ${retryCount + 1}: ${reason}`);
    } else if (isDatabaseUnavailable(error)) {
      // Said once by whoever watches the database.
      say('debug', reason);
    } else if (retryCount === 0) {
      say('error', reason);
      saidAt = now();
    } else {
      unsaid += 1;
      if (now() - saidAt < SAID_MS) return;
      say('warn', `${unsaid} more tries have failed, the last one with: ${reason}`);
      saidAt = now();
      unsaid = 0;
    }
  };
};
