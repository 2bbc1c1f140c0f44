import { Semaphore, withTimeout } from 'async-mutex';

/** Files that a node reads or writes at once, each in a thread; the sum of its memory counts so many. */
export const FILES_AT_ONCE = 1;

/** Megabytes of JavaScript in a thread. A workbook of three million cells takes some 350. */
export const THREAD_HEAP_MB = 768;

/** Files that are read, written or waiting. */
export const MOST_PER_PERSON = 2;
export const MOST_PER_NODE = 4;

export const LONGEST_WAIT_MS = 30_000;

/** Too many files of a person, or of a node, are read, written or waiting. */
export class SlotsTaken extends Error {
  override name = 'SlotsTaken';

  constructor(readonly by: 'person' | 'node') {
    super(`Too many files of this ${by}`);
  }
}

const semaphore = withTimeout(
  new Semaphore(FILES_AT_ONCE),
  LONGEST_WAIT_MS,
  new SlotsTaken('node'),
);

/** Files that are read, written or waiting, by the number of the person who waits for them. */
const files = new Map<number, number>();

/** Returns how many files of a person are read, written or waiting. */
export const slotsOf = (person: number): number => files.get(person) ?? 0;

const count = (person: number, change: 1 | -1): void => {
  const next = slotsOf(person) + change;
  if (next === 0) files.delete(person);
  else files.set(person, next);
};

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });

/**
 * Runs work on a file when its turn comes.
 *
 * @param signal ends the waiting
 * @throws SlotsTaken when too many wait already, or the turn does not come for half a minute
 */
export const inTurn = async <T>(
  person: number,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> => {
  if (slotsOf(person) >= MOST_PER_PERSON) throw new SlotsTaken('person');
  const all = [...files.values()].reduce((sum, own) => sum + own, 0);
  if (all >= MOST_PER_NODE) throw new SlotsTaken('node');
  count(person, 1);
  const turn = semaphore.acquire();
  try {
    const [, release] = await (signal === undefined
      ? turn
      : Promise.race([turn, rejectOnAbort(signal)]).catch((error: unknown) => {
          // The turn comes all the same, and goes to the next one.
          turn.then(([, free]) => free()).catch(() => undefined);
          throw error;
        }));
    try {
      return await work();
    } finally {
      release();
    }
  } finally {
    count(person, -1);
  }
};
