import { Mutex, withTimeout } from 'async-mutex';

/** A turn that did not come within the time limit. */
export class TurnMissed extends Error {
  override name = 'TurnMissed';
}

type Queue = { mutex: Mutex; length: number };

/**
 * Returns a function that runs work of this process sequentially for each key.
 *
 * @param patience maximum wait for a turn, in milliseconds
 */
export const createProcessTurns = (patience: number) => {
  const lines = new Map<string, Queue>();

  /** @throws TurnMissed; errors of `work` */
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(key) ?? { mutex: new Mutex(), length: 0 };
    lines.set(key, line);
    line.length += 1;
    try {
      return await withTimeout(line.mutex, patience, new TurnMissed()).runExclusive(work);
    } finally {
      line.length -= 1;
      if (line.length === 0) lines.delete(key);
    }
  };
};
