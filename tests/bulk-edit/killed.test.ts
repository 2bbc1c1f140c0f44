import type { Change, Planned } from '../../src/plugins/bulk-edit/edit';
import type { WaitedFor } from '../../src/plugins/catalogue-health/health';
import { CATEGORY, EXPLORER, VERTICAL } from '../rights/support';
import { type DeskProcess, startDeskProcess } from '../support/desk-process';
import { until } from '../support/until';
import { writePlanned } from './support';

/**
 * The process is killed while the panel changes or publishes many entries, in the midst of one of them. Those before it
 * are done, it is not, and the editor goes on with what is left.
 */

const BOOKS = 'api::books-page.books-page';

const ENTRIES = 6;

/** The entry in whose midst the process is killed. */
const KILLED_AT = 3;

type Entry = { documentId: string; slug: string };

let desk: DeskProcess;

beforeAll(async () => {
  desk = await startDeskProcess();
});

afterAll(() => desk.stop());

const makeCategories = async (name: string): Promise<Entry[]> => {
  const made: Entry[] = [];
  for (let order = 0; order < ENTRIES; order += 1) {
    const slug = `${name}-${order}`.toLowerCase();
    const documentId = await desk.create(CATEGORY, { name: `${name} ${order}`, slug, order });
    made.push({ documentId, slug });
  }
  return made;
};

const LOCKED = 'LOCK TABLE categories IN SHARE MODE';

/** Each entry is there once, and so many of them are published, once. */
const expectSeen = async (entries: readonly Entry[], seen: number): Promise<void> => {
  const { rows } = await desk.sql.query(
    `SELECT slug, (count(*) FILTER (WHERE published_at IS NULL))::int AS drafts,
       (count(*) FILTER (WHERE published_at IS NOT NULL))::int AS seen
     FROM categories WHERE slug = ANY ($1) GROUP BY slug ORDER BY slug`,
    [entries.map(({ slug }) => slug)],
  );
  expect(rows).toEqual(
    entries.map(({ slug }, at) => ({ slug, drafts: 1, seen: at < seen ? 1 : 0 })),
  );
};

it('Changing many entries should go on after a kill where it was, with nothing done by half or twice', async () => {
  const entries = await makeCategories('Before');
  const plan = async (): Promise<Planned[]> => {
    const { body } = await desk.admin.post(`/bulk-edit/${CATEGORY}/plan`, {
      columns: [{ name: 'name', locale: 'es' }],
      rows: entries.map(({ slug }, at) => ({ key: slug, cells: [`After ${at}`] })),
    });
    return body.data as Planned[];
  };
  const left = (planned: readonly Planned[]): Change[][] =>
    planned.map(({ changes }) => [...changes]);

  const planned = await plan();
  const answers = await writePlanned(desk.admin, CATEGORY, planned.slice(0, KILLED_AT), 'publish');
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await desk.killWithin(LOCKED, () =>
    writePlanned(desk.admin, CATEGORY, planned.slice(KILLED_AT, KILLED_AT + 1), 'publish'),
  );

  await expectSeen(entries, KILLED_AT);
  const again = await plan();
  expect(left(again).map(({ length }) => length)).toEqual(
    entries.map((_entry, at) => (at < KILLED_AT ? 0 : 1)),
  );
  expect(again.slice(KILLED_AT).map(({ cells: [cell] }) => cell?.before)).toEqual(
    entries.slice(KILLED_AT).map((_entry, at) => `Before ${at + KILLED_AT}`),
  );
  for (const { status } of await writePlanned(desk.admin, CATEGORY, again, 'publish')) {
    expect(status).toBe(200);
  }
  await expectSeen(entries, ENTRIES);
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

it('Publishing what is missing should go on after a kill with what is still missing', async () => {
  const entries = await makeCategories('Missing');
  const ids = entries.map(({ documentId }) => documentId);
  const line = { name: 'Medicina', slug: 'medicina', isDefault: true, defaultLang: 'es', order: 1 };
  await desk.create(BOOKS, {
    vertical: { connect: [{ documentId: await desk.create(VERTICAL, line) }] },
    courseList: ids.map((documentId) => ({
      title: 'Shelf',
      category: { connect: [{ documentId, locale: 'es' }] },
    })),
  });
  const waiting = async (): Promise<string[]> => {
    const { body } = await desk.admin.get('/catalogue-health/waiting');
    return (body.data as WaitedFor[]).map(({ documentId }) => documentId).sort();
  };
  const publish = async (documentId: string): Promise<number> =>
    (
      await desk.admin.post(`${EXPLORER}/${CATEGORY}/actions/bulkPublish`, {
        documentIds: [documentId],
        locale: ['es'],
      })
    ).status;
  await desk.admin.post('/catalogue-health/look');
  await until(waiting, (found) => found.length === ENTRIES);

  for (const id of ids.slice(0, KILLED_AT)) expect(await publish(id)).toBe(200);
  await desk.killWithin(LOCKED, () => publish(ids[KILLED_AT] ?? ''));

  await expectSeen(entries, KILLED_AT);
  expect(await waiting()).toEqual(ids.slice(KILLED_AT).sort());
  for (const id of ids.slice(KILLED_AT)) expect(await publish(id)).toBe(200);
  expect(await waiting()).toEqual([]);
  await expectSeen(entries, ENTRIES);
});
