import { DatabaseAway } from './outage';

/** What waits for the database, so that it can be told not to. */
export type Pending = {
  /**
   * What `work` answers, unless the database turns out to be away before it does.
   *
   * @param onLate is given an answer that came after nobody waited for it any more
   * @throws DatabaseAway at once where the database is known to be away
   */
  wait: <T>(work: () => Promise<T>, onLate?: (answer: T) => void) => Promise<T>;
  /** Nobody goes on waiting. */
  end: () => void;
};

const away = (): Error => new DatabaseAway('The database is away');

/** @param isAway whether it makes no sense to begin to wait */
export const createPending = (isAway: () => boolean): Pending => {
  const waiting = new Set<(reason: Error) => void>();

  return {
    wait: <T>(work: () => Promise<T>, onLate?: (answer: T) => void): Promise<T> => {
      if (isAway()) return Promise.reject(away());
      return new Promise<T>((resolve, reject) => {
        waiting.add(reject);
        work().then(
          (answer) => {
            if (waiting.delete(reject)) resolve(answer);
            else onLate?.(answer);
          },
          (error: unknown) => {
            waiting.delete(reject);
            reject(error instanceof Error ? error : new Error(String(error)));
          },
        );
      });
    },

    end(): void {
      const reason = away();
      for (const reject of waiting) reject(reason);
      waiting.clear();
    },
  };
};
