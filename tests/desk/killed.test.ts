import type { Change, PlannedRow } from '#plugins/tables/bulk-edit/edit';
import type { UnpublishedDependency } from '#plugins/quality/content-quality/content-quality';
import type { BrokenAddress, ReplacementResult } from '#plugins/quality/broken-links/broken-links';
import { writePlanned } from '../bulk-edit/support';
import { type Category, deskOf } from '../concurrent-editing/support';
import { CATEGORY, EXPLORER, VERTICAL } from '../rights/support';
import { type DeskProcess, startDeskProcess } from '../support/desk-process';
import { share } from '../support/effort';
import { pick, type Random, seededRandom } from '../support/random';
import { until } from '../support/until';

/**
 * The service is killed while editors work in the panel, and started again. One process and database serve all tests.
 */

let desk: DeskProcess;

beforeAll(async () => {
  desk = await startDeskProcess();
});

afterAll(() => desk.stop());

type Content = { name: string; slug: string };

/** The state of an entry; without a draft it is in the bin. */
type State = { draft: Content | null; published: Content | null; binned: Content | null };

type Step = 'save' | 'publish' | 'unpublish' | 'restore' | 'delete' | 'bring back';

/** An entry with its last confirmed state and the pending action. */
type Entry = Content & { documentId: string; state: State; underway: State | null };

/** Several users save, publish, restore, delete and undelete, each their own entry. */
describe('Edits of several users', () => {
  const ENTRIES = 5;
  const ROUNDS = share(3);

  const shown = (row: Category | null): Content | null =>
    row === null ? null : { name: row.name, slug: row.slug };

  let random: Random;

  beforeAll(() => {
    random = seededRandom();
  });

  const createEntry = async (): Promise<Entry> => {
    const { documentId, name, slug } = await deskOf(desk.admin).create();
    const state: State = { draft: { name, slug }, published: null, binned: null };
    return { documentId, name, slug, state, underway: null };
  };

  const possibleSteps = ({ draft, published }: State): Step[] => {
    if (draft === null) return ['bring back'];
    return [
      'save',
      'publish',
      'restore',
      'delete',
      ...(published === null ? [] : ['unpublish' as const]),
    ];
  };

  /** Returns the expected state after a step. */
  const stateAfter = (entry: Entry, step: Step, name: string): State => {
    const { draft, published, binned } = entry.state;
    const content = { name, slug: entry.slug };
    switch (step) {
      case 'save':
        return { draft: content, published, binned };
      case 'publish':
        return { draft: content, published: content, binned };
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
    const { rows } = await desk.sql.query<{ id: string; content: Content }>(
      `SELECT e.id::text, s.content FROM history.events e JOIN history.states s ON s.hash = e.state
       WHERE e.document_id = $1 AND e.locale = 'es' ORDER BY e.id`,
      [documentId],
    );
    return rows;
  };

  type Deletion = { id: string; documentId: string };

  const deletionOf = async (documentId: string): Promise<Deletion | undefined> => {
    const { body } = await desk.admin.get('/history/bin');
    const { deletions } = body.data as { deletions: Deletion[] };
    return deletions.find((deletion) => deletion.documentId === documentId);
  };

  const send = async ({ documentId, slug }: Entry, step: Step, name: string): Promise<number> => {
    const editor = deskOf(desk.admin);
    switch (step) {
      case 'save': {
        const { updatedAt: baseVersion } = await editor.open(documentId);
        return (await editor.save(documentId, { name, slug, baseVersion })).status;
      }
      case 'publish': {
        const { updatedAt: baseVersion } = await editor.open(documentId);
        return (await editor.publish(documentId, { name, slug, baseVersion })).status;
      }
      case 'unpublish':
        return (await editor.unpublish(documentId)).status;
      case 'restore': {
        const [first] = await eventsOf(documentId);
        const path = `/history/entries/${CATEGORY}/${documentId}/restore`;
        return (await desk.admin.post(path, { locale: 'es', event: first?.id })).status;
      }
      case 'delete':
        return (await editor.remove(documentId)).status;
      case 'bring back': {
        const deletion = await deletionOf(documentId);
        return (await desk.admin.post(`/history/bin/${deletion?.id ?? ''}`, { publish: false }))
          .status;
      }
    }
  };

  /** Works on an entry until the process is killed; counts the confirmed actions. */
  const work = async (
    entry: Entry,
    isKilled: () => boolean,
    countConfirmed: () => void,
  ): Promise<void> => {
    while (!isKilled()) {
      const step = pick(random, possibleSteps(entry.state));
      const name = `Name ${Math.floor(random() * 1e9)}`;
      entry.underway = stateAfter(entry, step, name);
      try {
        const status = await send(entry, step, name);
        expect([step, status]).toEqual([step, 200]);
      } catch (error) {
        if (!isKilled()) throw error;
        return;
      }
      entry.state = entry.underway;
      entry.underway = null;
      countConfirmed();
    }
  };

  const readState = async ({ documentId }: Entry): Promise<Omit<State, 'binned'>> => {
    const path = `/content-manager/collection-types/${CATEGORY}/${documentId}?locale=es`;
    const read = async (status: string): Promise<Content | null> => {
      const answer = await desk.admin.get(`${path}&status=${status}`);
      expect([200, 404]).toContain(answer.status);
      const { data } = answer.body as { data?: Category | null };
      return answer.status === 404 || data?.name === undefined ? null : shown(data);
    };
    return { draft: await read('draft'), published: await read('published') };
  };

  const expectConsistent = async (entry: Entry): Promise<void> => {
    const current = await readState(entry);
    const possibleStates = [entry.state, entry.underway].flatMap((state) =>
      state === null ? [] : [{ draft: state.draft, published: state.published }],
    );
    expect(possibleStates).toContainEqual(current);
    const isUnchanged = JSON.stringify(possibleStates[0]) === JSON.stringify(current);
    if (!isUnchanged && entry.underway !== null) entry.state = entry.underway;
    entry.underway = null;
    // The history and the bin match the entry.
    const last = (await eventsOf(entry.documentId)).at(-1)?.content;
    expect(last).toMatchObject(current.draft ?? entry.state.binned ?? {});
    expect((await deletionOf(entry.documentId)) !== undefined).toBe(current.draft === null);
  };

  it('store all confirmed actions of a killed process, and no action in part', async () => {
    const entries: Entry[] = [];
    for (let at = 0; at < ENTRIES; at += 1) entries.push(await createEntry());
    for (let round = 0; round < ROUNDS; round += 1) {
      let isKilled = false;
      let confirmedCount = 0;
      const killAfter = 10 + Math.floor(random() * 20);
      const workers = entries.map((entry) =>
        work(
          entry,
          () => isKilled,
          () => {
            confirmedCount += 1;
          },
        ),
      );
      await Promise.race([
        until(
          () => Promise.resolve(confirmedCount),
          (count) => count >= killAfter,
        ),
        Promise.all(workers),
      ]);
      isKilled = true;
      await desk.kill();
      await Promise.all(workers);

      await desk.startAgain();
      for (const entry of entries) await expectConsistent(entry);
    }
  });
});

type CategoryEntry = { documentId: string; slug: string };

/**
 * The panel changes or publishes many entries, and the process is killed during one of them. Earlier entries are done,
 * this one is not, and the editor continues with the rest.
 */
describe('Bulk editing and publishing', () => {
  const BOOKS = 'api::books-page.books-page';

  const ENTRIES = 6;

  /** The entry during which the process is killed. */
  const KILLED_AT = 3;

  const makeCategories = async (name: string): Promise<CategoryEntry[]> => {
    const categories: CategoryEntry[] = [];
    for (let order = 0; order < ENTRIES; order += 1) {
      const slug = `${name}-${order}`.toLowerCase();
      const documentId = await desk.create(CATEGORY, { name: `${name} ${order}`, slug, order });
      categories.push({ documentId, slug });
    }
    return categories;
  };

  const LOCK_STATEMENT = 'LOCK TABLE categories IN SHARE MODE';

  /** Expects one draft of each entry, and one published version of the first `seen` entries. */
  const expectPublished = async (
    entries: readonly CategoryEntry[],
    seen: number,
  ): Promise<void> => {
    const { rows } = await desk.sql.query(
      `SELECT slug, (count(*) FILTER (WHERE published_at IS NULL))::int AS drafts,
         (count(*) FILTER (WHERE published_at IS NOT NULL))::int AS seen
       FROM categories WHERE slug = ANY ($1) GROUP BY slug ORDER BY slug`,
      [entries.map(({ slug }) => slug)],
    );
    expect(rows).toEqual(
      entries.map(({ slug }, index) => ({ slug, drafts: 1, seen: index < seen ? 1 : 0 })),
    );
  };

  it('continue after a kill with the remaining entries, none changed in part or twice', async () => {
    const entries = await makeCategories('Before');
    const plan = async (): Promise<PlannedRow[]> => {
      const { body } = await desk.admin.post(`/bulk-edit/${CATEGORY}/plan`, {
        columns: [{ name: 'name', locale: 'es' }],
        rows: entries.map(({ slug }, index) => ({ key: slug, cells: [`After ${index}`] })),
      });
      return body.data as PlannedRow[];
    };
    const changesIn = (planned: readonly PlannedRow[]): Change[][] =>
      planned.map(({ changes }) => [...changes]);

    const planned = await plan();
    const answers = await writePlanned(
      desk.admin,
      CATEGORY,
      planned.slice(0, KILLED_AT),
      'publish',
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await desk.killWithin(LOCK_STATEMENT, () =>
      writePlanned(desk.admin, CATEGORY, planned.slice(KILLED_AT, KILLED_AT + 1), 'publish'),
    );

    await expectPublished(entries, KILLED_AT);
    const remaining = await plan();
    expect(changesIn(remaining).map(({ length }) => length)).toEqual(
      entries.map((_entry, index) => (index < KILLED_AT ? 0 : 1)),
    );
    expect(remaining.slice(KILLED_AT).map(({ cells: [cell] }) => cell?.before)).toEqual(
      entries.slice(KILLED_AT).map((_entry, index) => `Before ${index + KILLED_AT}`),
    );
    for (const { status } of await writePlanned(desk.admin, CATEGORY, remaining, 'publish')) {
      expect(status).toBe(200);
    }
    await expectPublished(entries, ENTRIES);
    const { rows } = await desk.sql.query<{ documentId: string; times: number }>(
      `SELECT e.document_id AS "documentId", count(*)::int AS times FROM history.events e
       JOIN history.states s ON s.hash = e.state
       WHERE e.document_id = ANY ($1) AND s.content ->> 'name' LIKE 'After %' AND e.locale = 'es'
       GROUP BY 1`,
      [entries.map(({ documentId }) => documentId)],
    );
    const times = new Set(rows.map((row) => row.times));
    expect([rows.length, times.size]).toEqual([ENTRIES, 1]);
  });

  it('continue after a kill with the unpublished entries', async () => {
    const entries = await makeCategories('Missing');
    const ids = entries.map(({ documentId }) => documentId);
    const line = {
      name: 'Medicina',
      slug: 'medicina',
      isDefault: true,
      defaultLang: 'es',
      order: 1,
    };
    await desk.create(BOOKS, {
      vertical: { connect: [{ documentId: await desk.create(VERTICAL, line) }] },
      courseList: ids.map((documentId) => ({
        title: 'Shelf',
        category: { connect: [{ documentId, locale: 'es' }] },
      })),
    });
    const readUnpublished = async (): Promise<string[]> => {
      const { body } = await desk.admin.get('/content-quality/waiting');
      return (body.data as UnpublishedDependency[]).map(({ documentId }) => documentId).sort();
    };
    const publish = async (documentId: string): Promise<number> =>
      (
        await desk.admin.post(`${EXPLORER}/${CATEGORY}/actions/bulkPublish`, {
          documentIds: [documentId],
          locale: ['es'],
        })
      ).status;
    await desk.admin.post('/content-quality/look');
    await until(readUnpublished, (foundEntries) => foundEntries.length === ENTRIES);

    for (const id of ids.slice(0, KILLED_AT)) expect(await publish(id)).toBe(200);
    await desk.killWithin(LOCK_STATEMENT, () => publish(ids[KILLED_AT] ?? ''));

    await expectPublished(entries, KILLED_AT);
    expect(await readUnpublished()).toEqual(ids.slice(KILLED_AT).sort());
    for (const id of ids.slice(KILLED_AT)) expect(await publish(id)).toBe(200);
    expect(await readUnpublished()).toEqual([]);
    await expectPublished(entries, ENTRIES);
  });
});

describe('Replacing a broken link', () => {
  const HOME = 'api::home-page.home-page';

  const PAGES = 5;

  const BROKEN = '/es/products/gone';

  const makePage = async (order: number): Promise<string> => {
    const vertical = await desk.create(VERTICAL, {
      name: `Line ${order}`,
      slug: `line-${order}`,
      isDefault: false,
      defaultLang: 'es',
      order,
    });
    return desk.create(HOME, {
      vertical: { connect: [{ documentId: vertical }] },
      carouselMedia: [
        { description: 'First', link: BROKEN },
        { description: 'Second', link: BROKEN },
      ],
    });
  };

  /** Returns the number of pages that contain the address. */
  const countPagesWithLink = async (): Promise<number> => {
    const { body } = await desk.admin.get('/broken-links/addresses');
    const places = (body.data as BrokenAddress[]).find(({ address }) => address === BROKEN)?.places;
    return new Set(places?.map(({ documentId }) => documentId)).size;
  };

  const linksOf = async (documentId: string): Promise<string[]> => {
    const { body } = await desk.admin.get(`${EXPLORER}/${HOME}/${documentId}?locale=es`);
    const { carouselMedia } = body.data as { carouselMedia: { link: string }[] };
    return carouselMedia.map(({ link }) => link);
  };

  const replace = (to: string) => desk.admin.post('/broken-links/replace', { from: BROKEN, to });

  it('continues after a kill with the remaining pages, none changed in part or twice', async () => {
    const pages: string[] = [];
    for (let order = 0; order < PAGES; order += 1) pages.push(await makePage(order));
    await desk.admin.post('/content-quality/look');
    await until(countPagesWithLink, (count) => count === PAGES);

    const lockedPage = pages[2] ?? '';
    await desk.killWithin(
      `SELECT 1 FROM home_pages WHERE document_id = '${lockedPage}' AND locale = 'es' FOR UPDATE`,
      () => replace('/courses'),
    );

    const links = new Map<string, string[]>();
    for (const page of pages) links.set(page, await linksOf(page));
    expect(links.get(lockedPage)).toEqual([BROKEN, BROKEN]);
    // Each is completely in its old or completely in its new state.
    for (const [first, second] of links.values()) expect(second).toBe(first);
    const remainingCount = [...links.values()].filter(([link]) => link === BROKEN).length;
    await desk.admin.post('/content-quality/look');
    await until(countPagesWithLink, (count) => count === remainingCount);

    const { body } = await replace('/courses');
    expect(body.data as ReplacementResult).toEqual({ changed: remainingCount, refused: [] });
    for (const page of pages) expect(await linksOf(page)).toEqual(['/courses', '/courses']);
    expect(await countPagesWithLink()).toBe(0);
    const { rows } = await desk.sql.query<{ times: number }>(
      `SELECT count(*)::int AS times FROM history.events e JOIN history.states s ON s.hash = e.state
       WHERE e.document_id = ANY ($1) AND s.content::text LIKE '%/courses%' GROUP BY e.document_id`,
      [pages],
    );
    expect(rows).toEqual(pages.map(() => ({ times: 1 })));
  });
});
