import { readFileSync } from 'node:fs';
import path from 'node:path';
import { onDatabase } from '../checkout/support';
import { createDatabase, type TestDatabase } from '../support/database';
import { openProxy, type Proxy } from '../support/database-proxy';
import { freePort } from '../support/ports';
import { startProcess, type ServiceProcess } from '../support/process';
import { until } from '../support/until';
import { hasPsql, isMarked, isRun, readBlocks, runBlock } from './commands';
import { hasPrometheus, startPrometheus, type Prometheus } from './prometheus';

const root = path.resolve(__dirname, '../..');

const BOOKS = '/api/products/books?lang=es&vertical=medicina';

/** Returns the names of metrics in PromQL expressions. */
const metricNamesIn = (text: string): Set<string> =>
  new Set(
    (text.match(/\b(?:cms|nodejs|process)_[a-z0-9_]+/g) ?? []).map((name) =>
      name.replace(/_(?:bucket|count|sum)$/, ''),
    ),
  );

describe('metrics', () => {
  let database: TestDatabase;
  let proxy: Proxy;
  let service: ServiceProcess;
  let port: number;

  const readMetricsPage = async (): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(answer.status).toBe(200);
    return answer.text();
  };

  /** Returns the value of a metric with labels, or undefined if it is missing. */
  const readMetric = async (name: string, labels: Record<string, string> = {}) => {
    const line = (await readMetricsPage())
      .split('\n')
      .find(
        (item) =>
          (item.startsWith(`${name}{`) || item.startsWith(`${name} `)) &&
          Object.entries(labels).every(([label, value]) => item.includes(`${label}="${value}"`)),
      );
    return line === undefined ? undefined : Number(line.split(' ').at(-1));
  };

  beforeAll(async () => {
    database = await createDatabase({ seed: true });
    proxy = await openProxy(database.url);
    port = await freePort();
    service = await startProcess({
      database,
      env: {
        DATABASE_URL: proxy.url,
        NODE_OPTIONS: '--max-old-space-size=512',
        METRICS_PORT: String(port),
        LOG_FORMAT: 'json',
        LOG_LEVEL: 'http',
        LOG_CACHE_HITS: 'true',
        // No mail server runs at this port.
        SMTP_HOST: '127.0.0.1',
        SMTP_PORT: String(await freePort()),
      },
    });
  });

  afterAll(async () => {
    await service.stop();
    await proxy.close();
    await database.drop();
  });

  it('are served only on METRICS_PORT', async () => {
    await service.request.get('/metrics').expect(404);
    expect((await fetch(`http://127.0.0.1:${port}/api/products/books`)).status).toBe(404);
    expect(await readMetricsPage()).toContain('# TYPE cms_http_answer_seconds histogram');
  });

  it('cms_http_answer_seconds – counts responses by endpoint, also cached ones', async () => {
    const answers = (endpoint: string, status: string, from: string) =>
      readMetric('cms_http_answer_seconds_count', { endpoint, status, from });
    const unknown = (await answers('none', '404', 'made')) ?? 0;
    for (let turn = 0; turn < 3; turn += 1) await service.request.get(BOOKS).expect(200);
    await service.request.get('/api/products/productBySlug/nothing/es').expect(404);
    await service.request.get('/api/products').expect(200);
    await service.request.get('/admin/init').expect(200);
    await service.request.get('/api/nothing').expect(404);

    const metrics = await readMetricsPage();
    expect(metrics).not.toContain('/api/');
    const [books = ''] = /endpoint="(\w*[bB]ooks)"/.exec(metrics)?.slice(1) ?? [];
    expect(await answers(books, '200', 'made')).toBe(1);
    expect(await answers(books, '200', 'memory')).toBe(2);
    expect(await readMetric('cms_delivery_hits_total')).toBeGreaterThanOrEqual(2);
    expect(await readMetric('cms_delivery_misses_total')).toBeGreaterThanOrEqual(1);
    expect(await answers('content-api', '200', 'made')).toBe(1);
    expect(await answers('admin', '200', 'made')).toBeGreaterThanOrEqual(1);
    expect(await answers('none', '404', 'made')).toBe(unknown + 1);
  });

  it('cached response – is logged with its request id', async () => {
    await service.request.get(BOOKS).set('X-Request-Id', 'kept-answer-1').expect(200);
    const lines = await until(
      () =>
        service
          .output()
          .split('\n')
          .filter((line) => line.includes('kept-answer-1')),
      (samples) => samples.length > 0,
    );
    const logLines = lines.map((line) => JSON.parse(line) as { message: string });
    expect(logLines.map(({ message }) => message.replace(/\d+ ms/, 'ms'))).toEqual([
      `GET ${BOOKS} (ms) 200`,
    ]);
  });

  it('heap of 512 MB – logs smaller caches, and exports their sizes', async () => {
    expect(service.output()).toMatch(
      /memory: .* allow 512 MB, more than half of the heap limit of \d+ MB: the caches take (\d+) MB and \1 MB/,
    );
    const sizes = ['fragments', 'selections', 'responses'].map((of) =>
      readMetric('cms_delivery_max_bytes', { of }),
    );
    const sum = (await Promise.all(sizes)).reduce<number>((bytes, size = NaN) => bytes + size, 0);
    // Half of the old generation, and the young generation.
    expect(sum).toBeGreaterThanOrEqual(256 * 2 ** 20 - 2);
    expect(sum).toBeLessThan(384 * 2 ** 20);
  });

  it('labels – do not include job and instance, which Prometheus adds', async () => {
    expect(await readMetricsPage()).not.toMatch(/[{,](?:job|instance)="/);
  });

  it('node, connections, jobs, mails and orders – are exported', async () => {
    expect(await readMetric('cms_ready')).toBe(1);
    expect(await readMetric('cms_delivery_listening')).toBe(1);
    expect(await readMetric('cms_database_away')).toBe(0);
    expect(await readMetric('cms_database_connections', { pool: 'reads' })).toBeDefined();
    expect(await readMetric('cms_database_connections_wanted', { pool: 'strapi' })).toBe(0);
    expect(await readMetric('cms_mails_unsent', { state: 'failed' })).toBe(0);
    expect(await readMetric('cms_orders_unsettled')).toBe(0);
    const numbers = { sequence: 'public.files_related_mph_id_seq' };
    expect(await readMetric('cms_sequence_used_ratio', numbers)).toBeGreaterThan(0);
    expect(await readMetric('cms_sequence_used_ratio', numbers)).toBeLessThan(0.01);
    expect(await readMetric('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
    await until(
      () => readMetric('cms_job_late_seconds_count'),
      (runs) => (runs ?? 0) > 0,
    );
  });

  it('cms_database_collation_outdated – is 1 after a change of the collation version', async () => {
    const isOutdated = () => readMetric('cms_database_collation_outdated');
    expect(await isOutdated()).toBe(0);
    const isRemembered = await onDatabase(database, async (client) => {
      const { rows } = await client.query<{ version: string }>('SHOW server_version_num');
      if (Number(rows[0]?.version) < 150_000) return false;
      await client.query(
        `UPDATE pg_database SET datcollversion = '0.1' WHERE datname = current_database()`,
      );
      return true;
    });
    await until(isOutdated, (value) => value === Number(isRemembered));
  });

  it('cms_database_read_only – is 1 while the database is read-only', async () => {
    const isReadOnly = () => readMetric('cms_database_read_only');
    expect(await isReadOnly()).toBe(0);
    const setReadOnly = (value: 'on' | 'off') =>
      onDatabase(database, async (client) => {
        await client.query('SET default_transaction_read_only = off');
        await client.query(
          `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = ${value}', current_database()); END $$`,
        );
        await client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid()`,
        );
      });
    await setReadOnly('on');
    await until(isReadOnly, (value) => value === 1);
    await setReadOnly('off');
    await until(isReadOnly, (value) => value === 0);
  });

  it('metrics in alerts and dashboard – exist', async () => {
    const rules = readFileSync(path.join(root, 'ops/prometheus/alerts.yml'), 'utf8');
    const dashboard = readFileSync(path.join(root, 'ops/grafana/education-cms.json'), 'utf8');
    const metrics = await readMetricsPage();
    const exportedNames = new Set([...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    for (const text of [rules, dashboard]) {
      const usedNames = metricNamesIn(text);
      expect(usedNames.size).toBeGreaterThan(10);
      expect([...usedNames].filter((name) => !exportedNames.has(name))).toEqual([]);
    }
  });

  it('docs/how-to, docs/tutorials – commands – are marked as run, or as not run with a reason', () => {
    expect(readBlocks().filter((block) => !isMarked(block))).toEqual([]);
  });

  (hasPsql() ? it : it.skip)(
    'docs/how-to, docs/tutorials – commands marked as run – succeed',
    async () => {
      const blocks = readBlocks().filter(isRun);
      expect(blocks.length).toBeGreaterThan(30);
      // The runbook of errors searches the log for one, which this request causes.
      await service.request.get('/api/videopartner/catalog').expect(503);
      const node = {
        url: service.url,
        metricsPort: port,
        databaseUrl: database.url,
        log: service.output(),
      };
      const failures: string[] = [];
      for (const block of blocks) {
        await runBlock(block, node).catch((error: unknown) =>
          failures.push(`${block.page}: ${String(error)}`),
        );
      }
      expect(failures).toEqual([]);
    },
  );

  const itWithPrometheus = hasPrometheus() ? it : it.skip;

  itWithPrometheus('Prometheus – fires alerts during a fault and not after it', async () => {
    const prometheus: Prometheus = await startPrometheus(port);
    try {
      await until(() => prometheus.isUp(), Boolean);
      expect(await prometheus.firing()).toEqual([]);

      await proxy.cut();
      await until(
        () => prometheus.firing(),
        (names) => names.includes('CmsDatabaseUnavailable'),
      );
      // Metrics that need the database are omitted, so that they are not stale.
      expect(await readMetric('cms_orders_unsettled')).toBeUndefined();
      expect(await readMetric('cms_database_away')).toBe(1);
      await proxy.restore();
      await until(
        () => prometheus.firing(),
        (names) => !names.includes('CmsDatabaseUnavailable'),
      );

      // The mail server does not respond, so queued mails are retried.
      await until(
        () => service.request.get('/_ready'),
        ({ status }) => status === 200,
      );
      const registered = await service.request.post('/api/user-endpoints/register').send({
        email: 'no.mail.comes@example.com',
        password: 'Una-clave-larga-7',
        nameLastName: 'Ana García',
        identificationNumber: '12345678Z',
        language: 'es',
        vertical: 'medicina',
      });
      expect(registered.status).toBe(200);
      await until(
        () => prometheus.firing(),
        (names) => names.includes('CmsMailsDelayed'),
      );
    } finally {
      await proxy.restore();
      await prometheus.stop();
    }
  });
});

describe('METRICS_PORT in use', () => {
  it('start – fails with the reason', async () => {
    const database = await createDatabase();
    const usedPort = await freePort();
    const other = await import('node:http').then(({ createServer }) => createServer());
    await new Promise<void>((resolve) => other.listen(usedPort, '127.0.0.1', resolve));
    try {
      await expect(
        startProcess({ database, env: { METRICS_PORT: String(usedPort) } }),
      ).rejects.toThrow(/The service cannot start. .*METRICS_PORT say: .*EADDRINUSE/);
    } finally {
      other.close();
      await database.drop();
    }
  });
});
