import { getJobs } from '#platform/jobs';
import { getDocumentService } from '#platform/strapi/documents';
import { type Admin, signIn } from '../support/admin';
import { type App, startApp, stopQuietly } from '../support/app';
import { ensureLanguages } from '../support/content';
import { until } from '../support/until';
import { eventsOf } from './support';

const CATEGORY = 'api::category.category';

const KEEP_DAYS = 30;
const KEEP_COUNT = 4;
const BIN_DAYS = 10;

/** The events of an import beyond the limit. */
const EXTRA = 2;

/** More than one batch of entries, of events or of states. */
const MANY = 8_000;

describe('Pruning of the history', () => {
  let app: App;
  let admin: Admin;
  let createdCount = 0;

  const documents = () => getDocumentService(app, CATEGORY);

  const run = async <Row>(statement: string, bindings: readonly unknown[] = []): Promise<Row[]> =>
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
    const jobs = getJobs(app);
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

  it('deletes events older than the retention, except the latest of each entry', async () => {
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

  it('keeps only the latest events beyond the maximum, in each locale', async () => {
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

  it('keeps unreferenced versions for a day', async () => {
    const documentId = await createRenamed(6);
    const states = await statesOf(documentId);
    await prune();
    expect(await readNames(documentId)).toHaveLength(KEEP_COUNT);
    expect(await countStored(states)).toBe(7);
  });

  it('deletes entries whose time in the bin is over, with their versions', async () => {
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

  it('keeps an entry in the bin although its events are older than the retention', async () => {
    const documentId = await createRenamed(2);
    await age(documentId, KEEP_DAYS + 1);
    await documents().delete({ documentId, locale: '*' });
    await prune();
    expect(await readNames(documentId)).toEqual(['Name 2']);
    expect(await inBin()).toContain(documentId);
  });

  // These tests delete the whole history first.
  describe('many entries', () => {
    const readNumber = async (query: string): Promise<number> => {
      const [row] = await run<{ number: number }>(`SELECT (${query})::int AS number`);
      return row?.number ?? -1;
    };

    /**
     * Creates entries with too many events, each with its own state. The first and last events of each have the same
     * state, like a product that an import has reset. One state is used since today.
     */
    const importEntries = async (entries: number): Promise<void> => {
      await run('TRUNCATE history.deletions, history.events, history.notes, history.states');
      const at = `entry, CASE WHEN at = ${KEEP_COUNT + EXTRA} THEN 1 ELSE at END`;
      const all = `generate_series(1, ?::int) entry, generate_series(1, ${KEEP_COUNT + EXTRA}) at`;
      await run(
        `INSERT INTO history.states (hash, content, used_at)
         SELECT DISTINCT ON (hash) sha256(convert_to(concat_ws(' ', ${at}), 'UTF8')) AS hash, '{}'::jsonb,
           now() - CASE WHEN entry = 1 THEN interval '0' ELSE interval '2 days' END FROM ${all}`,
        [entries],
      );
      await run(
        `INSERT INTO history.events (uid, document_id, locale, event, at, actor_kind, title, state)
         SELECT 'api::product.product', 'entry-' || entry / 2, CASE entry % 2 WHEN 0 THEN 'es' ELSE 'en' END, 'update',
           now() - interval '2 days', 'system', at::text, sha256(convert_to(concat_ws(' ', ${at}), 'UTF8'))
         FROM ${all} ORDER BY at, entry`,
        [entries],
      );
      await run('VACUUM ANALYZE history.events');
      await run('VACUUM ANALYZE history.states');
      await run('VACUUM ANALYZE history.deletions');
    };

    /** Makes every connection report its counters, which happens automatically only once a second. */
    const flushStatistics = async (): Promise<void> => {
      const { connection } = app.strapi.db;
      const { pool } = connection.client as unknown as { pool: { max: number } };
      const transactions = await Promise.all(
        Array.from({ length: pool.max }, () => connection.transaction()),
      );
      for (const transaction of transactions) {
        await transaction.raw('SELECT pg_stat_force_next_flush()');
        await transaction.commit();
      }
    };

    /** Returns the number of rows of events and states, and of index entries, that PostgreSQL has read so far. */
    const countRowsRead = async (): Promise<number> => {
      await flushStatistics();
      return readNumber(`
        (SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE schemaname = 'history')
        + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE schemaname = 'history')`);
    };

    const countRowsReadToPrune = async (entries: number): Promise<number> => {
      await importEntries(entries);
      const before = await countRowsRead();
      await prune();
      return (await countRowsRead()) - before;
    };

    it('keep the latest events of each locale, and the versions that they reference', async () => {
      await importEntries(MANY);
      await prune();
      const titleGroups = await run<{ titles: string; entries: number }>(
        `SELECT titles, count(*)::int AS entries FROM (
           SELECT string_agg(title, ' ' ORDER BY id) AS titles FROM history.events
           GROUP BY uid, document_id, locale) each GROUP BY titles`,
      );
      expect(titleGroups).toEqual([{ titles: '3 4 5 6', entries: MANY }]);
      const unused = `SELECT count(*) FROM history.states s
        WHERE NOT EXISTS (SELECT FROM history.events e WHERE e.state = s.hash)`;
      // Used since today by a writer that is about to refer to it.
      expect(await readNumber(unused)).toBe(1);
      expect(await readNumber('SELECT count(*) FROM history.states')).toBe(MANY * KEEP_COUNT + 1);
    });

    it('delete unreferenced versions a day later', async () => {
      await run(`UPDATE history.states SET used_at = used_at - interval '2 days'`);
      await prune();
      expect(await readNumber('SELECT count(*) FROM history.states')).toBe(MANY * KEEP_COUNT);
    });

    it('delete an expired entry with more events than a batch', async () => {
      await importEntries(2);
      await run(
        `INSERT INTO history.events (uid, document_id, locale, event, at, actor_kind, state)
         SELECT uid, document_id, locale, event, at, actor_kind, state FROM (
           SELECT * FROM history.events ORDER BY id DESC LIMIT 1) e, generate_series(1, 6000)`,
      );
      await run(
        `INSERT INTO history.deletions (event, at, links)
         SELECT max(id), now() - interval '1000 days', '[]' FROM history.events`,
      );
      await prune();
      expect(await readNumber('SELECT count(*) FROM history.events')).toBe(KEEP_COUNT);
      expect(await readNumber('SELECT count(*) FROM history.deletions')).toBe(0);
    });

    it('read about twice the rows for twice the entries', async () => {
      const once = await countRowsReadToPrune(MANY);
      const twice = await countRowsReadToPrune(2 * MANY);
      expect(once).toBeGreaterThan(MANY);
      expect(twice / once).toBeLessThan(2.3);
    });
  });
});
