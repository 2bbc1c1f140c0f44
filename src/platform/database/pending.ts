import { DatabaseUnavailable } from './unavailable';

/** Operations that wait for the database and can be aborted together. */
export type Pending = {
  /**
   * Returns the result of `work`, unless the database becomes unavailable first.
   *
   * @param onLate receives a result that arrives after the wait was aborted
   * @throws DatabaseUnavailable at once where the database is known to be unavailable
   */
  wait: <T>(work: () => Promise<T>, onLate?: (answer: T) => void) => Promise<T>;
  /** Aborts all waiting operations. */
  end: () => void;
};

const unavailable = (): Error => new DatabaseUnavailable('The database is unavailable');

/** @param isUnavailable whether the database is known to be unavailable */
export const createPending = (isUnavailable: () => boolean): Pending => {
  const waiting = new Set<(reason: Error) => void>();

  return {
    wait: <T>(work: () => Promise<T>, onLate?: (answer: T) => void): Promise<T> => {
      if (isUnavailable()) return Promise.reject(unavailable());
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
      const reason = unavailable();
      for (const reject of waiting) reject(reason);
      waiting.clear();
    },
  };
};
