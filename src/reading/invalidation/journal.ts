import type { Dependencies, DependencyKey } from './keys';

/** A point in the order in which changes became known to this process. */
export type Moment = number;

/** Changes that are remembered. Makings that take longer than so many changes are made again. */
const REMEMBERED = 20_000;

/** When what has changed last, for as far back as anything can still be in the making. */
export const createJournal = (remembered = REMEMBERED) => {
  let now: Moment = 0;
  /** Of what has changed up to this moment nothing is known any more. */
  let forgotten: Moment = 0;
  /** The longest ago first. */
  const keys = new Map<DependencyKey, Moment>();
  const types = new Map<string, Moment>();

  const forgetOldest = (): void => {
    for (const [key, moment] of keys) {
      if (keys.size <= remembered) return;
      keys.delete(key);
      forgotten = moment;
    }
  };

  return {
    now: (): Moment => now,

    note(changed: readonly DependencyKey[]): void {
      now += 1;
      for (const key of changed) {
        keys.delete(key);
        keys.set(key, now);
      }
      forgetOldest();
    },

    noteType(uid: string): void {
      now += 1;
      types.set(uid, now);
    },

    noteAll(): void {
      now += 1;
      forgotten = now;
    },

    /** Whether anything that this was made from has changed since. */
    isOvertaken: (made: Dependencies, since: Moment): boolean => {
      if (since === now) return false;
      if (since < forgotten) return true;
      for (const uid of made.types) if ((types.get(uid) ?? 0) > since) return true;
      for (const key of made.keys) if ((keys.get(key) ?? 0) > since) return true;
      return false;
    },
  };
};
