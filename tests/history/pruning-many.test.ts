import { jobsOf } from '../../src/platform/jobs';
import { type App, startApp, stopQuietly } from '../support/app';
import { until } from '../support/until';

const UID = 'api::product.product';

const KEEP_COUNT = 4;

/** The events of an import beyond the limit. */
const EXTRA = 2;

/** More than one batch of entries, of events or of states. */
const MANY = 8_000;

describe('Pruning the history of many entries', () => {
  let app: App;

  const run = async <Row>(statement: string, bindings: readonly unknown[] = []): Promise<Row[]> =>
    (await app.strapi.db.connection.raw<{ rows: Row[] }>(statement, bindings as never)).rows;

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
       SELECT '${UID}', 'entry-' || entry / 2, CASE entry % 2 WHEN 0 THEN 'es' ELSE 'en' END, 'update',
         now() - interval '2 days', 'system', at::text, sha256(convert_to(concat_ws(' ', ${at}), 'UTF8'))
       FROM ${all} ORDER BY at, entry`,
      [entries],
    );
    await run('VACUUM ANALYZE history.events');
    await run('VACUUM ANALYZE history.states');
    await run('VACUUM ANALYZE history.deletions');
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

  beforeAll(async () => {
    app = await startApp({ runtimeEnv: { HISTORY_KEEP_COUNT: String(KEEP_COUNT) } });
  });

  afterAll(() => stopQuietly(app));

  it('should keep the latest events of each locale, and the versions that they reference', async () => {
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

  it('should delete unreferenced versions a day later', async () => {
    await run(`UPDATE history.states SET used_at = used_at - interval '2 days'`);
    await prune();
    expect(await readNumber('SELECT count(*) FROM history.states')).toBe(MANY * KEEP_COUNT);
  });

  it('should delete an expired entry with more events than a batch', async () => {
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

  it('should read about twice the rows for twice the entries', async () => {
    const once = await countRowsReadToPrune(MANY);
    const twice = await countRowsReadToPrune(2 * MANY);
    expect(once).toBeGreaterThan(MANY);
    expect(twice / once).toBeLessThan(2.3);
  });
});
