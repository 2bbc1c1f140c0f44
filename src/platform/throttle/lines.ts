import { Mutex, withTimeout } from 'async-mutex';

/** A turn that did not come in time. */
export class TurnMissed extends Error {
  override name = 'TurnMissed';
}

type Line = { mutex: Mutex; length: number };

/**
 * Has those of this process who want the same stand in line, and do it one after the other.
 *
 * @param patience milliseconds after which nobody waits any longer for their turn
 */
export const createLines = (patience: number) => {
  const lines = new Map<string, Line>();

  /** @throws TurnMissed; what `work` does */
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
