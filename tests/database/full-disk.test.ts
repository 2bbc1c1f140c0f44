import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { newAccount } from '../account/support/accounts';
import { type Admin, signInFirst } from '../support/admin';
import { pictureFile } from '../support/content';
import { hasPrometheus, startPrometheus } from '../metrics/prometheus';
import type { TestDatabase } from '../support/database';
import { freePort } from '../support/ports';
import { startProcess, type ServiceProcess } from '../support/process';
import { canMountSmallDisks, mountSmallDisk, type SmallDisk } from '../support/small-disk';
import { until } from '../support/until';
import { hasOwnPostgres, type OwnPostgres, startOwnPostgres } from './support/own-postgres';

/**
 * A PostgreSQL with a full disk, with the WAL on another disk, and a full uploads folder. Writers are asked to retry,
 * no write is half done, and reads continue.
 */

const place = path.resolve(__dirname, '../../.tmp', `full-disk-${process.pid}`);
const canRun = hasOwnPostgres && canMountSmallDisks(path.join(place, 'tried'));
if (!canRun) process.stderr.write('skipped, for no file system can be mounted here: full disks\n');

const PRODUCTS = '/content-manager/collection-types/api::product.product';

/** Larger than the free space of any existing page, and not compressible. */
const longText = (): string => randomBytes(300_000).toString('base64');

const withDatabase = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Moves a database to its own disk; only its superuser may. */
const createOnDisk = async ({ database }: OwnPostgres, disk: string): Promise<TestDatabase> => {
  const url = new URL(database.url);
  await withDatabase(url.href, async (client) => {
    await client.query(`CREATE TABLESPACE small LOCATION '${disk}'`);
    await client.query('CREATE DATABASE small TABLESPACE small');
  });
  url.pathname = '/small';
  return { ...database, url: url.href };
};

const ownerOf = ({ database }: OwnPostgres): Promise<number> =>
  withDatabase(database.url, async (client) => {
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    return statSync(rows[0]?.data_directory ?? '').uid;
  });

(canRun ? describe : describe.skip)('A disk that is full', () => {
  let postgres: OwnPostgres;
  let database: TestDatabase;
  let disk: SmallDisk;
  let uploads: SmallDisk;
  let temporary: SmallDisk;
  let service: ServiceProcess;
  let admin: Admin;
  let metricsPort: number;

  const mounted = (name: string, size: string, owner?: number): SmallDisk => {
    const found = mountSmallDisk(path.join(place, name), size, owner);
    if (found === null) throw new Error('It could be mounted a moment ago');
    return found;
  };

  beforeAll(async () => {
    postgres = await startOwnPostgres();
    const owner = await ownerOf(postgres);
    disk = mounted('database', '400m', owner);
    uploads = mounted('public/uploads', '16m');
    temporary = mounted('temporary', '16m');
    const created = await createOnDisk(postgres, path.join(place, 'database'));
    database = { ...created, publicDir: path.join(place, 'public') };
    metricsPort = await freePort();
    const env = { TMPDIR: path.join(place, 'temporary'), METRICS_PORT: String(metricsPort) };
    service = await startProcess({ database, env });
    admin = await signInFirst(service);
  });

  afterAll(async () => {
    await service.stop();
    await postgres.end();
    for (const one of [disk, uploads, temporary]) one.end();
    rmSync(place, { recursive: true, force: true });
  });

  /** Blocks the scan of the catalogue, which runs every minute, from writing its findings. */
  const withNothingFound = <T>(work: () => Promise<T>): Promise<T> =>
    withDatabase(database.url, async (client) => {
      await client.query('BEGIN');
      await client.query('LOCK TABLE desk.findings IN SHARE MODE');
      return work();
    });

  const counts = (): Promise<Record<string, number>> =>
    withDatabase(database.url, async (client) => {
      const { rows: tables } = await client.query<{ name: string }>(
        `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
         WHERE table_schema NOT IN ('pg_catalog', 'information_schema', 'throttle', 'jobs', 'releases', 'delivery')
           AND table_type = 'BASE TABLE' ORDER BY 1`,
      );
      const found: [string, number][] = [];
      for (const { name } of tables) {
        const { rows } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${name}`);
        found.push([name, Number(rows[0]?.n)]);
      }
      return Object.fromEntries(found);
    });

  const stored = (): string[] =>
    readdirSync(path.join(place, 'public/uploads')).filter((name) => name !== '.ballast');

  const product = (title: string): object => ({
    title,
    slug: title,
    SKU: title,
    payID: `prod_${title}`,
    order: 1,
    objectives: longText(),
  });

  it('should refuse what writes with 503 and leave nothing half done, while reads go on', async () => {
    expect((await admin.post(PRODUCTS, product('before'))).status).toBe(201);
    await until(
      () => service.request.get('/api/search?q=curso'),
      ({ status }) => status === 200,
    );
    const before = await counts();
    disk.fill();

    const draft = product('full');
    const refused = await admin.post(PRODUCTS, draft);
    expect([refused.status, refused.body.error]).toEqual([
      503,
      expect.objectContaining({ details: { code: 'SERVICE_UNAVAILABLE' } }),
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await counts()).toEqual(before);

    await service.request.get('/api/products/allProducts').expect(200);
    await service.request.get('/api/search?q=curso').expect(200);
    expect((await admin.get(PRODUCTS)).status).toBe(200);
    await service.request.get('/_ready').expect(200);
    expect(service.output()).toContain('database: it has no room left for what is written to it');
    expect(service.output()).toContain('No space left on device');

    disk.empty();
    expect((await admin.post(PRODUCTS, draft)).status).toBe(201);
  });

  it('should have people who register told to come back, until there is room', async () => {
    disk.fill();
    const statuses: number[] = [];
    // Pages with free space take the first rows.
    while (statuses.length < 400 && statuses.at(-1) !== 503) {
      const { status } = await service.request
        .post('/api/user-endpoints/register')
        .send(newAccount());
      statuses.push(status);
    }
    expect([...new Set(statuses)].sort()).toEqual(expect.arrayContaining([503]));
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    disk.empty();
    await service.request.post('/api/user-endpoints/register').send(newAccount()).expect(200);
    expect(service.output()).not.toContain('nobody waited');
  });

  (hasPrometheus() ? it : it.skip)(
    'should have Prometheus alert the operator',
    async () => {
      const prometheus = await startPrometheus(metricsPort);
      try {
        await until(() => prometheus.isUp(), Boolean);
        disk.fill();
        expect((await admin.post(PRODUCTS, product('called'))).status).toBe(503);
        await until(
          async () => {
            await admin.post(PRODUCTS, product('called'));
            return prometheus.firing();
          },
          (names) => names.includes('CmsDatabaseFull'),
        );
      } finally {
        disk.empty();
        await prometheus.stop();
      }
    },
    120_000,
  );

  it.each([
    ['for uploads', (): SmallDisk => uploads, 0],
    ['for what is on its way', (): SmallDisk => temporary, 0],
    // Space for the file itself, and one page more.
    ['for its sizes', (): SmallDisk => temporary, statSync(pictureFile).size + 8_192],
  ])(
    'should refuse a file with a stable code where no room is left %s',
    async (_which, of, rest) => {
      const files = stored();
      const send = () =>
        service.request
          .post('/upload')
          .set('Authorization', `Bearer ${admin.token}`)
          .attach('files', pictureFile);
      await withNothingFound(async () => {
        const before = await counts();
        of().fill(rest);
        const { status, body } = await send();
        of().empty();
        expect([status, (body as { error: { details: unknown } }).error.details]).toEqual([
          507,
          { code: 'STORAGE_FULL' },
        ]);
        expect(await counts()).toEqual(before);
      });
      expect(stored()).toEqual(files);
      expect(readdirSync(path.join(place, 'temporary'))).toEqual([]);
      await send().expect(201);
    },
  );
});
