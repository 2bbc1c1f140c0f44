import type { Pool } from 'pg';
import { signIn, createApiToken } from '../admin';
import type { App } from '../app';
import { pick, shuffled, type Random } from '../random';
import { createEdits, type Desk, type Kind } from './edits';
import type { Ledger } from './ledger';

/** What signs writers in, at any node of the same database. */
export type Badge = Pick<Desk, 'apiToken' | 'panelToken'>;

export const makeBadge = async (app: App): Promise<Badge> => ({
  apiToken: await createApiToken(app),
  panelToken: (await signIn(app)).token,
});

type Options = {
  database: Pool;
  random: Random;
  ledger: Ledger;
  badge: Badge;
  /** The nodes' addresses, as they are at the moment. */
  urls: () => readonly string[];
  isOver: () => boolean;
};

const WRITERS = 2;

const shareOf = (id: string): number =>
  Buffer.from(id).reduce((sum, byte) => sum + byte, 0) % WRITERS;

/**
 * Two who edit at random at any node, each what belongs to them, until it is over; `quietly` has them
 * lay down their pens, so that nothing is being written while something is looked at.
 */
export const createWriters = ({ database, random, ledger, badge, urls, isOver }: Options) => {
  const done: Record<string, number> = {};
  const tried: Record<string, number> = {};
  let isPaused = false;
  let inFlight = 0;

  const write = async (mine: number): Promise<void> => {
    const edits = createEdits({
      database,
      random,
      ledger,
      owns: (id) => shareOf(id) === mine,
    });
    const kinds = Object.keys(edits) as Kind[];
    while (!isOver()) {
      if (isPaused) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        continue;
      }
      // Renaming is what readers can tell the age of; of the rest what has been tried least.
      const [least = 'rename'] = shuffled(random, kinds).sort(
        (one, other) => (tried[one] ?? 0) - (tried[other] ?? 0),
      );
      const kind = random() < 0.4 ? 'rename' : least;
      tried[kind] = (tried[kind] ?? 0) + 1;
      const node = pick(random, [...urls().keys()]);
      inFlight += 1;
      // One that was cut off may have been done or not; either may be seen.
      const isDone = await edits[kind]({ ...badge, node, url: urls()[node] ?? '' }).catch(
        () => false,
      );
      inFlight -= 1;
      if (isDone) done[kind] = (done[kind] ?? 0) + 1;
    }
  };

  return {
    done,
    run: (): Promise<unknown> =>
      Promise.all(Array.from({ length: WRITERS }, (_, mine) => write(mine))),

    async quietly<T>(work: () => Promise<T>): Promise<T> {
      isPaused = true;
      while (inFlight > 0) await new Promise((resolve) => setTimeout(resolve, 5));
      try {
        return await work();
      } finally {
        isPaused = false;
      }
    },
  };
};
