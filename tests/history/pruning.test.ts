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

describe('what is kept of entries', () => {
  let app: App;
  let admin: Admin;
  let made = 0;

  const documents = () => documentsOf(app, CATEGORY);

  const run = async <Row>(statement: string, bindings: readonly unknown[]): Promise<Row[]> =>
    (await app.strapi.db.connection.raw<{ rows: Row[] }>(statement, bindings as never)).rows;

  /** An entry that was created and then renamed several times. */
  const written = async (renamed: number): Promise<string> => {
    made += 1;
    const { documentId } = await documents().create({
      locale: 'es',
      data: { name: 'Made', slug: `made-${made}` },
    });
    for (let at = 1; at <= renamed; at += 1) {
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

  const kept = async (hashes: readonly string[]): Promise<number> => {
    const [row] = await run<{ count: number }>(
      `SELECT count(*)::int AS count FROM history.states
       WHERE encode(hash, 'hex') = ANY (SELECT jsonb_array_elements_text(CAST(? AS jsonb)))`,
      [JSON.stringify(hashes)],
    );
    return row?.count ?? -1;
  };

  const names = async (documentId: string): Promise<unknown[]> =>
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

  it('should go when it is too old, but for what an entry is now', async () => {
    const old = await written(2);
    await age(old, KEEP_DAYS + 1);
    const touched = await written(2);
    await age(touched, KEEP_DAYS + 1);
    await documents().update({ documentId: touched, locale: 'es', data: { name: 'Today' } });
    const young = await written(2);
    await age(young, KEEP_DAYS - 1);
    const states = await statesOf(old);

    await prune();

    expect(await names(old)).toEqual(['Name 2']);
    expect(await kept(states)).toBe(1);
    expect(await names(touched)).toEqual(['Today']);
    expect(await names(young)).toEqual(['Made', 'Name 1', 'Name 2']);
  });

  it('should be the latest only where it is too much, in each language', async () => {
    const documentId = await written(6);
    await documents().update({
      documentId,
      locale: 'en',
      data: { name: 'English', slug: `english-${made}` },
    });
    const states = await statesOf(documentId);
    await age(documentId, 2);

    await prune();

    const events = await eventsOf(app, documentId);
    const namesIn = (language: string): unknown[] =>
      events.filter(({ locale }) => locale === language).map(({ content }) => content.name);
    expect(namesIn('es')).toEqual(['Name 3', 'Name 4', 'Name 5', 'Name 6']);
    expect(namesIn('en')).toEqual(['English']);
    expect(await kept(states)).toBe(5);
  });

  it('should stay for a day when nothing names it any more, for who is about to', async () => {
    const documentId = await written(6);
    const states = await statesOf(documentId);
    await prune();
    expect(await names(documentId)).toHaveLength(KEEP_COUNT);
    expect(await kept(states)).toBe(7);
  });

  it('should go for good with what has been in the bin for its time', async () => {
    const gone = await written(2);
    await documents().publish({ documentId: gone, locale: 'es' });
    await documents().update({ documentId: gone, locale: 'es', data: { name: 'Draft' } });
    await documents().delete({ documentId: gone, locale: '*' });
    const states = await statesOf(gone);
    await age(gone, BIN_DAYS + 1);
    const there = await written(2);
    await documents().delete({ documentId: there, locale: '*' });
    await age(there, BIN_DAYS - 1);
    const back = await written(2);
    await documents().delete({ documentId: back, locale: '*' });
    const { body } = await admin.get('/history/bin');
    const { deletions } = body.data as { deletions: { id: string; documentId: string }[] };
    const deletion = deletions.find((one) => one.documentId === back);
    expect((await admin.post(`/history/bin/${deletion?.id}`, { publish: false })).status).toBe(200);
    await age(back, BIN_DAYS + 1);

    await prune();

    expect(await names(gone)).toEqual([]);
    expect(states).toHaveLength(4);
    expect(await kept(states)).toBe(0);
    expect(await names(there)).not.toEqual([]);
    expect(await names(back)).toContain('Name 2');
    expect(await inBin()).toEqual([there]);
  });

  it('should be in the bin for its time although it is older than what is kept otherwise', async () => {
    const documentId = await written(2);
    await age(documentId, KEEP_DAYS + 1);
    await documents().delete({ documentId, locale: '*' });
    await prune();
    expect(await names(documentId)).toEqual(['Name 2']);
    expect(await inBin()).toContain(documentId);
  });
});
