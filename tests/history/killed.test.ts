import { CATEGORY, type Category, deskOf } from '../concurrent-editing/support';
import { type DeskProcess, startDeskProcess } from '../support/desk-process';
import { pick, type Random, seededRandom } from '../support/random';
import { until } from '../support/until';
import { share } from '../support/effort';

/**
 * The process is killed while several people save, publish, restore, delete and bring back, each an entry of their own.
 * What was answered as done is there afterwards; what was not is there whole or not at all; and the history, the bin
 * and the entries tell the same.
 */

type Content = { name: string; slug: string };

/** What there is of an entry; no draft: it is in the bin. */
type State = { draft: Content | null; published: Content | null; binned: Content | null };

type Step = 'save' | 'publish' | 'unpublish' | 'restore' | 'delete' | 'bring back';

/** An entry with what was last answered as done, and what is being done to it. */
type Entry = Content & { documentId: string; state: State; underway: State | null };

const ENTRIES = 5;
const ROUNDS = share(3);

const shown = (row: Category | null): Content | null =>
  row === null ? null : { name: row.name, slug: row.slug };

let random: Random;
let running: DeskProcess;

beforeAll(async () => {
  random = seededRandom();
  running = await startDeskProcess();
});

afterAll(() => running.stop());

const make = async (): Promise<Entry> => {
  const { documentId, name, slug } = await deskOf(running.admin).create();
  const state: State = { draft: { name, slug }, published: null, binned: null };
  return { documentId, name, slug, state, underway: null };
};

const possible = ({ draft, published }: State): Step[] => {
  if (draft === null) return ['bring back'];
  return [
    'save',
    'publish',
    'restore',
    'delete',
    ...(published === null ? [] : ['unpublish' as const]),
  ];
};

/** What there is after a step. */
const after = (entry: Entry, step: Step, name: string): State => {
  const { draft, published, binned } = entry.state;
  const typed = { name, slug: entry.slug };
  switch (step) {
    case 'save':
      return { draft: typed, published, binned };
    case 'publish':
      return { draft: typed, published: typed, binned };
    case 'unpublish':
      return { draft, published: null, binned };
    case 'restore':
      return { draft: { name: entry.name, slug: entry.slug }, published, binned };
    case 'delete':
      return { draft: null, published: null, binned: draft };
    case 'bring back':
      return { draft: binned, published: null, binned };
  }
};

const eventsOf = async (documentId: string): Promise<{ id: string; content: Content }[]> => {
  const { rows } = await running.sql.query<{ id: string; content: Content }>(
    `SELECT e.id::text, s.content FROM history.events e JOIN history.states s ON s.hash = e.state
     WHERE e.document_id = $1 AND e.locale = 'es' ORDER BY e.id`,
    [documentId],
  );
  return rows;
};

type Deletion = { id: string; documentId: string };

const deletionOf = async (documentId: string): Promise<Deletion | undefined> => {
  const { body } = await running.admin.get('/history/bin');
  const { deletions } = body.data as { deletions: Deletion[] };
  return deletions.find((one) => one.documentId === documentId);
};

const send = async ({ documentId, slug }: Entry, step: Step, name: string): Promise<number> => {
  const desk = deskOf(running.admin);
  switch (step) {
    case 'save': {
      const { updatedAt: baseVersion } = await desk.open(documentId);
      return (await desk.save(documentId, { name, slug, baseVersion })).status;
    }
    case 'publish': {
      const { updatedAt: baseVersion } = await desk.open(documentId);
      return (await desk.publish(documentId, { name, slug, baseVersion })).status;
    }
    case 'unpublish':
      return (await desk.unpublish(documentId)).status;
    case 'restore': {
      const [first] = await eventsOf(documentId);
      const path = `/history/entries/${CATEGORY}/${documentId}/restore`;
      return (await running.admin.post(path, { locale: 'es', event: first?.id })).status;
    }
    case 'delete':
      return (await desk.remove(documentId)).status;
    case 'bring back': {
      const deletion = await deletionOf(documentId);
      return (await running.admin.post(`/history/bin/${deletion?.id ?? ''}`, { publish: false }))
        .status;
    }
  }
};

/** Works on an entry until the process is gone; counts what was answered as done. */
const work = async (entry: Entry, isKilled: () => boolean, done: () => void): Promise<void> => {
  while (!isKilled()) {
    const step = pick(random, possible(entry.state));
    const name = `Name ${Math.floor(random() * 1e9)}`;
    entry.underway = after(entry, step, name);
    try {
      const status = await send(entry, step, name);
      expect([step, status]).toEqual([step, 200]);
    } catch (error) {
      if (!isKilled()) throw error;
      return;
    }
    entry.state = entry.underway;
    entry.underway = null;
    done();
  }
};

const stateNow = async ({ documentId }: Entry): Promise<Omit<State, 'binned'>> => {
  const path = `/content-manager/collection-types/${CATEGORY}/${documentId}?locale=es`;
  const read = async (status: string): Promise<Content | null> => {
    const answer = await running.admin.get(`${path}&status=${status}`);
    expect([200, 404]).toContain(answer.status);
    const { data } = answer.body as { data?: Category | null };
    return answer.status === 404 || data?.name === undefined ? null : shown(data);
  };
  return { draft: await read('draft'), published: await read('published') };
};

const expectWhole = async (entry: Entry): Promise<void> => {
  const now = await stateNow(entry);
  const may = [entry.state, entry.underway].flatMap((state) =>
    state === null ? [] : [{ draft: state.draft, published: state.published }],
  );
  expect(may).toContainEqual(now);
  const isAsBefore = JSON.stringify(may[0]) === JSON.stringify(now);
  if (!isAsBefore && entry.underway !== null) entry.state = entry.underway;
  entry.underway = null;
  // The history and the bin tell the same as the entry.
  const last = (await eventsOf(entry.documentId)).at(-1)?.content;
  expect(last).toMatchObject(now.draft ?? entry.state.binned ?? {});
  expect((await deletionOf(entry.documentId)) !== undefined).toBe(now.draft === null);
};

it('A killed process should lose nothing that it had answered as done, and do nothing by half', async () => {
  const entries: Entry[] = [];
  for (let at = 0; at < ENTRIES; at += 1) entries.push(await make());
  for (let round = 0; round < ROUNDS; round += 1) {
    let isKilled = false;
    let done = 0;
    const wanted = 10 + Math.floor(random() * 20);
    const working = entries.map((entry) =>
      work(
        entry,
        () => isKilled,
        () => {
          done += 1;
        },
      ),
    );
    await Promise.race([
      until(
        () => Promise.resolve(done),
        (count) => count >= wanted,
      ),
      Promise.all(working),
    ]);
    isKilled = true;
    await running.kill();
    await Promise.all(working);

    await running.startAgain();
    for (const entry of entries) await expectWhole(entry);
  }
});
