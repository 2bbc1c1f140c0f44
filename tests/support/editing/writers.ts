import type { Pool } from 'pg';
import { signInFirst } from '../admin';
import type { App } from '../app';
import { pick, shuffled, type Random } from '../random';
import { createEdits, type Desk, type Kind } from './edits';
import type { Ledger } from './ledger';

/** Credentials of the writers, for any node of the same database. */
export type Badge = Pick<Desk, 'apiToken' | 'panelToken'>;

/** Creates the first administrator and an API token, at a service of any process. */
export const makeBadge = async (app: Pick<App, 'request'>): Promise<Badge> => {
  const admin = await signInFirst(app);
  const { body } = await admin.post('/admin/api-tokens', {
    name: 'writers',
    description: '',
    type: 'full-access',
    lifespan: null,
  });
  const { accessKey } = body.data as { accessKey: string };
  return { apiToken: accessKey, panelToken: admin.token };
};

type Options = {
  database: Pool;
  random: Random;
  ledger: Ledger;
  badge: Badge;
  /** The current addresses of the nodes. */
  urls: () => readonly string[];
};

const WRITERS = 2;

/** The number of refusals after which a kind of edit is given up. */
const MOST_TRIES = 40;

const shareOf = (id: string): number =>
  Buffer.from(id).reduce((sum, byte) => sum + byte, 0) % WRITERS;

/** Creates two writers, each of whom edits own documents at any node. */
export const createWriters = ({ database, random, ledger, badge, urls }: Options) => {
  const done: Partial<Record<Kind, number>> = {};
  const writers = Array.from({ length: WRITERS }, (_, mine) =>
    createEdits({ database, random, ledger, owns: (id) => shareOf(id) === mine }),
  );
  const kinds = Object.keys(writers[0] ?? {}) as Kind[];

  const writeUntilEmpty = async (
    edits: Record<Kind, (desk: Desk) => Promise<boolean>>,
    wantedKinds: Kind[],
  ): Promise<void> => {
    const tries = new Map<Kind, number>();
    for (let kind = wantedKinds.shift(); kind !== undefined; kind = wantedKinds.shift()) {
      const node = pick(random, [...urls().keys()]);
      // An interrupted write may have succeeded or not; both values are valid.
      const isDone = await edits[kind]({ ...badge, node, url: urls()[node] ?? '' }).catch(
        () => false,
      );
      if (isDone) {
        done[kind] = (done[kind] ?? 0) + 1;
        continue;
      }
      tries.set(kind, (tries.get(kind) ?? 0) + 1);
      if ((tries.get(kind) ?? 0) < MOST_TRIES) wantedKinds.push(kind);
    }
  };

  return {
    kinds,
    done,

    /** Returns how many edits have been made. */
    edits: (): number => Object.values(done).reduce((sum, times) => sum + times, 0),

    /** Returns random kinds of edit, the least frequent first. */
    seldom: (count: number): Kind[] =>
      shuffled(random, kinds)
        .sort((kind, other) => (done[kind] ?? 0) - (done[other] ?? 0))
        .slice(0, count),

    /** Makes these kinds of edit, each as often as it is named. */
    async make(wantedKinds: readonly Kind[]): Promise<void> {
      const queue = [...wantedKinds];
      await Promise.all(writers.map((edits) => writeUntilEmpty(edits, queue)));
    },
  };
};

export type Writers = ReturnType<typeof createWriters>;
