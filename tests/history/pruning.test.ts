import { jobsOf } from '../../src/platform/jobs';
import { documentsOf } from '../../src/platform/strapi/documents';
import { type Admin, signIn } from '../support/admin';
import { type App, startApp, stopQuietly } from '../support/app';
import { ensureLanguages } from '../support/content';
import { until } from '../support/until';
import { eventsOf } from './support';

const CATEGORY = 'api::category.category';

const KEEP_DAYS = 30;
const KEEP_COUNT = 4;
const BIN_DAYS = 10;

describe('Pruning of the history', () => {
  let app: App;
  let admin: Admin;
  let createdCount = 0;

  const documents = () => documentsOf(app, CATEGORY);

  const run = async <Row>(statement: string, bindings: readonly unknown[]): Promise<Row[]> =>
    (await app.strapi.db.connection.raw<{ rows: Row[] }>(statement, bindings as never)).rows;

  /** An entry that was created and then renamed several times. */
  const createRenamed = async (times: number): Promise<string> => {
    createdCount += 1;
    const { documentId } = await documents().create({
      locale: 'es',
      data: { name: 'Made', slug: `made-${createdCount}` },
    });
    for (let at = 1; at <= times; at += 1) {
      await documents().update({ documentId, locale: 'es', data: { name: `Name ${at}` } });
    }
    return documentId;
  };

  /** Moves all events of an entry into the past. */
  const age = async (documentId: string, days: number): Promise<void> => {
    const ago = [days, documentId];
    await run(
      `UPDATE history.deletions SET at = at - ? * interval '1 day'
       WHERE event IN (SELECT id FROM history.events WHERE document_id = ?)`,
      ago,
    );
    await run(
      `UPDATE history.states SET used_at = used_at - ? * interval '1 day'
       WHERE hash IN (SELECT state FROM history.events WHERE document_id = ?)
         OR hash IN (SELECT d.published FROM history.deletions d
           JOIN history.events e ON e.id = d.event WHERE e.document_id = ?)`,
      [days, documentId, documentId],
    );
    await run(
      `UPDATE history.events SET at = at - ? * interval '1 day' WHERE document_id = ?`,
      ago,
    );
  };

  /** Returns the states that an entry has or had, referenced or not. */
  const statesOf = async (documentId: string): Promise<string[]> => {
    const rows = await run<{ hash: string }>(
      `SELECT DISTINCT encode(state, 'hex') AS hash FROM history.events WHERE document_id = ?
       UNION SELECT encode(d.published, 'hex') FROM history.deletions d
         JOIN history.events e ON e.id = d.event
         WHERE e.document_id = ? AND d.published IS NOT NULL`,
      [documentId, documentId],
    );
    return rows.map(({ hash }) => hash);
  };

  const countStored = async (hashes: readonly string[]): Promise<number> => {
    const [row] = await run<{ count: number }>(
      `SELECT count(*)::int AS count FROM history.states
       WHERE encode(hash, 'hex') = ANY (SELECT jsonb_array_elements_text(CAST(? AS jsonb)))`,
      [JSON.stringify(hashes)],
    );
    return row?.count ?? -1;
  };

  const readNames = async (documentId: string): Promise<unknown[]> =>
    (await eventsOf(app, documentId)).map(({ content }) => content.name);

  const inBin = async (): Promise<string[]> => {
    const { body } = await admin.get('/history/bin');
    const { deletions } = body.data as { deletions: { documentId: string }[] };
    return deletions.map(({ documentId }) => documentId);
  };

  /** The nightly job, run by day. */
  const prune = async (): Promise<void> => {
    const jobs = jobsOf(app);
    const id = (await jobs.enqueue('history.prune', {})) ?? '';
    await until(
      () => jobs.stateOf('history.prune', id),
      (state) => state === 'completed',
    );
  };

  beforeAll(async () => {
    app = await startApp({
      runtimeEnv: {
        HISTORY_KEEP_DAYS: String(KEEP_DAYS),
        HISTORY_KEEP_COUNT: String(KEEP_COUNT),
        HISTORY_BIN_DAYS: String(BIN_DAYS),
      },
    });
    await ensureLanguages(app);
    admin = await signIn(app);
  });

  afterAll(() => stopQuietly(app));

  it('should delete events older than the retention, except the latest of each entry', async () => {
    const old = await createRenamed(2);
    await age(old, KEEP_DAYS + 1);
    const updated = await createRenamed(2);
    await age(updated, KEEP_DAYS + 1);
    await documents().update({ documentId: updated, locale: 'es', data: { name: 'Today' } });
    const young = await createRenamed(2);
    await age(young, KEEP_DAYS - 1);
    const states = await statesOf(old);

    await prune();

    expect(await readNames(old)).toEqual(['Name 2']);
    expect(await countStored(states)).toBe(1);
    expect(await readNames(updated)).toEqual(['Today']);
    expect(await readNames(young)).toEqual(['Made', 'Name 1', 'Name 2']);
  });

  it('should keep only the latest events beyond the maximum, in each locale', async () => {
    const documentId = await createRenamed(6);
    await documents().update({
      documentId,
      locale: 'en',
      data: { name: 'English', slug: `english-${createdCount}` },
    });
    const states = await statesOf(documentId);
    await age(documentId, 2);

    await prune();

    const events = await eventsOf(app, documentId);
    const namesIn = (language: string): unknown[] =>
      events.filter(({ locale }) => locale === language).map(({ content }) => content.name);
    expect(namesIn('es')).toEqual(['Name 3', 'Name 4', 'Name 5', 'Name 6']);
    expect(namesIn('en')).toEqual(['English']);
    expect(await countStored(states)).toBe(5);
  });

  it('should keep unreferenced versions for a day', async () => {
    const documentId = await createRenamed(6);
    const states = await statesOf(documentId);
    await prune();
    expect(await readNames(documentId)).toHaveLength(KEEP_COUNT);
    expect(await countStored(states)).toBe(7);
  });

  it('should delete entries whose time in the bin is over, with their versions', async () => {
    const expired = await createRenamed(2);
    await documents().publish({ documentId: expired, locale: 'es' });
    await documents().update({ documentId: expired, locale: 'es', data: { name: 'Draft' } });
    await documents().delete({ documentId: expired, locale: '*' });
    const states = await statesOf(expired);
    await age(expired, BIN_DAYS + 1);
    const binned = await createRenamed(2);
    await documents().delete({ documentId: binned, locale: '*' });
    await age(binned, BIN_DAYS - 1);
    const restored = await createRenamed(2);
    await documents().delete({ documentId: restored, locale: '*' });
    const { body } = await admin.get('/history/bin');
    const { deletions } = body.data as { deletions: { id: string; documentId: string }[] };
    const deletion = deletions.find((candidate) => candidate.documentId === restored);
    expect((await admin.post(`/history/bin/${deletion?.id}`, { publish: false })).status).toBe(200);
    await age(restored, BIN_DAYS + 1);

    await prune();

    expect(await readNames(expired)).toEqual([]);
    expect(states).toHaveLength(4);
    expect(await countStored(states)).toBe(0);
    expect(await readNames(binned)).not.toEqual([]);
    expect(await readNames(restored)).toContain('Name 2');
    expect(await inBin()).toEqual([binned]);
  });

  it('should keep an entry in the bin although its events are older than the retention', async () => {
    const documentId = await createRenamed(2);
    await age(documentId, KEEP_DAYS + 1);
    await documents().delete({ documentId, locale: '*' });
    await prune();
    expect(await readNames(documentId)).toEqual(['Name 2']);
    expect(await inBin()).toContain(documentId);
  });
});
