import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';

/**
 * One limit for all tests. It only ends a wait for an event that never happens, before Jest's own limit does so without
 * a reason.
 */
export const LIMIT_MS = 240_000;

/** The first pause between two questions. Each next pause is longer, because answers cost processor time, too. */
const FIRST_PAUSE_MS = 20;

const LONGEST_PAUSE_MS = 250;

const shown = (answer: unknown): string => inspect(answer, { maxStringLength: 1_000 });

/**
 * Repeats `ask` until its result is wanted, and returns it. An error of `ask` is not a wanted result.
 *
 * @param isWanted the condition; by default a truthy result
 * @param what names the expected event in the error if it does not happen
 */
export const until = async <T>(
  ask: () => Promise<T> | T,
  isWanted: (answer: T) => boolean = Boolean,
  what = 'A wanted answer',
): Promise<T> => {
  const deadline = performance.now() + LIMIT_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.4, LONGEST_PAUSE_MS)) {
    const last = await Promise.resolve()
      .then(ask)
      .then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error }),
      );
    if ('answer' in last && isWanted(last.answer)) return last.answer;
    if (performance.now() > deadline) {
      const { cause, text } =
        'answer' in last
          ? { cause: undefined, text: `the last answer was ${shown(last.answer)}` }
          : { cause: last.error, text: `the last error was ${String(last.error)}` };
      throw new Error(`${what} did not come in ${LIMIT_MS / 1000} s: ${text}`, { cause });
    }
    await pause(pauseMs);
  }
};
