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
 * Fills the disk of PostgreSQL (with the WAL on another disk) and the uploads folder. Writes return 503 and change
 * nothing; reads continue.
 */

const directory = path.resolve(__dirname, '../../.tmp', `full-disk-${process.pid}`);
const canRun = hasOwnPostgres && canMountSmallDisks(path.join(directory, 'tried'));
if (!canRun) process.stderr.write('skipped, for no file system can be mounted here: full disks\n');

const PRODUCTS = '/content-manager/collection-types/api::product.product';

/** Larger than the free space of any existing page, and not compressible. */
const longText = (): string => randomBytes(300_000).toString('base64');

const withDatabase = async <T>(url: string, action: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client(url);
  await client.connect();
  try {
    return await action(client);
  } finally {
    await client.end();
  }
};

/** Creates a database on its own disk, as the superuser. */
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

(canRun ? describe : describe.skip)('full disk', () => {
  let postgres: OwnPostgres;
  let database: TestDatabase;
  let disk: SmallDisk;
  let uploads: SmallDisk;
  let temporary: SmallDisk;
  let service: ServiceProcess;
  let admin: Admin;
  let metricsPort: number;

  const mountDisk = (name: string, size: string, owner?: number): SmallDisk => {
    const disk = mountSmallDisk(path.join(directory, name), size, owner);
    if (disk === null) throw new Error('It could be mounted a moment ago');
    return disk;
  };

  beforeAll(async () => {
    postgres = await startOwnPostgres();
    const owner = await ownerOf(postgres);
    disk = mountDisk('database', '400m', owner);
    uploads = mountDisk('public/uploads', '16m');
    temporary = mountDisk('temporary', '16m');
    const created = await createOnDisk(postgres, path.join(directory, 'database'));
    database = { ...created, publicDir: path.join(directory, 'public') };
    metricsPort = await freePort();
    const env = { TMPDIR: path.join(directory, 'temporary'), METRICS_PORT: String(metricsPort) };
    service = await startProcess({ database, env });
    admin = await signInFirst(service);
  });

  afterAll(async () => {
    await service.stop();
    await postgres.end();
    for (const mountedDisk of [disk, uploads, temporary]) mountedDisk.end();
    rmSync(directory, { recursive: true, force: true });
  });

  /** Blocks the catalogue scan, which runs every minute, from writing its findings. */
  const withBlockedScan = <T>(action: () => Promise<T>): Promise<T> =>
    withDatabase(database.url, async (client) => {
      await client.query('BEGIN');
      await client.query('LOCK TABLE desk.findings IN SHARE MODE');
      return action();
    });

  const countRows = (): Promise<Record<string, number>> =>
    withDatabase(database.url, async (client) => {
      const { rows: tables } = await client.query<{ name: string }>(
        `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
         WHERE table_schema NOT IN ('pg_catalog', 'information_schema', 'throttle', 'jobs', 'releases', 'delivery')
           AND table_type = 'BASE TABLE' ORDER BY 1`,
      );
      const countRows: [string, number][] = [];
      for (const { name } of tables) {
        const { rows } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${name}`);
        countRows.push([name, Number(rows[0]?.n)]);
      }
      return Object.fromEntries(countRows);
    });

  const listUploads = (): string[] =>
    readdirSync(path.join(directory, 'public/uploads')).filter((name) => name !== '.ballast');

  const product = (title: string): object => ({
    title,
    slug: title,
    SKU: title,
    payID: `prod_${title}`,
    order: 1,
    objectives: longText(),
  });

  it('writes – database disk full – return 503 and change nothing, while reads succeed', async () => {
    expect((await admin.post(PRODUCTS, product('before'))).status).toBe(201);
    await until(
      () => service.request.get('/api/search?q=curso'),
      ({ status }) => status === 200,
    );
    const before = await countRows();
    disk.fill();

    const draft = product('full');
    const refused = await admin.post(PRODUCTS, draft);
    expect([refused.status, refused.body.error]).toEqual([
      503,
      expect.objectContaining({ details: { code: 'SERVICE_UNAVAILABLE' } }),
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await countRows()).toEqual(before);

    await service.request.get('/api/products/allProducts').expect(200);
    await service.request.get('/api/search?q=curso').expect(200);
    expect((await admin.get(PRODUCTS)).status).toBe(200);
    await service.request.get('/_ready').expect(200);
    expect(service.output()).toContain('database: its disk or memory is full');
    expect(service.output()).toContain('No space left on device');

    disk.empty();
    expect((await admin.post(PRODUCTS, draft)).status).toBe(201);
  });

  it('POST /api/user-endpoints/register – database disk full – returns 503 until space is free', async () => {
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
    'database disk full – Prometheus fires CmsDatabaseFull',
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
    ['for temporary files', (): SmallDisk => temporary, 0],
    // Space for the file, and one more page.
    ['for resized images', (): SmallDisk => temporary, statSync(pictureFile).size + 8_192],
  ])(
    'POST /upload – no space %s – returns STORAGE_FULL and stores nothing',
    async (_which, getDisk, freeBytes) => {
      const files = listUploads();
      const send = () =>
        service.request
          .post('/upload')
          .set('Authorization', `Bearer ${admin.token}`)
          .attach('files', pictureFile);
      await withBlockedScan(async () => {
        const before = await countRows();
        getDisk().fill(freeBytes);
        const { status, body } = await send();
        getDisk().empty();
        expect([status, (body as { error: { details: unknown } }).error.details]).toEqual([
          507,
          { code: 'STORAGE_FULL' },
        ]);
        expect(await countRows()).toEqual(before);
      });
      expect(listUploads()).toEqual(files);
      expect(readdirSync(path.join(directory, 'temporary'))).toEqual([]);
      await send().expect(201);
    },
  );
});
