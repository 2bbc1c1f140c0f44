import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client, Pool } from 'pg';
import { RELEASE } from '#platform/releases/release';
import { createDatabase, type TestDatabase } from '../support/database';
import { createAddresses } from '../support/editing/addresses';
import { startProcess, type ServiceProcess } from '../support/process';

/** The database and responses of each release. `npm run keep-release` adds the current one. */
const folder = path.join(__dirname, 'kept');

const student = {
  email: 'kept.student@example.com',
  password: 'Una-clave-larga-7',
};

const registration = {
  ...student,
  nameLastName: 'Ana García',
  identificationNumber: '12345678Z',
  language: 'es',
  vertical: 'medicina',
};

type Answers = Record<string, { status: number; body: unknown }>;

/** The most addresses of a type; they differ only in their slug. */
const MAX_PER_TYPE = 8;

const addressesIn = async (database: TestDatabase): Promise<string[]> => {
  const pool = new Pool({ connectionString: database.url, max: 1 });
  const all = await createAddresses(pool).all();
  await pool.end();
  const counts = new Map<string, number>();
  return all.sort().filter((address) => {
    const kind = address.split(/[?]/)[0]?.split('/').slice(0, 4).join('/') ?? '';
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= MAX_PER_TYPE;
  });
};

const answersOf = async (
  service: ServiceProcess,
  addresses: readonly string[],
): Promise<Answers> => {
  const answers: Answers = {};
  for (const address of addresses) {
    // Errors contain the request id, so it is fixed.
    const request = service.request.get(address).set('X-Request-Id', 'kept-release');
    const { status, body } = await request;
    answers[address] = { status, body: body as unknown };
  }
  return answers;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Returns the paths of values that a response has lost or changed. New values are allowed. */
const findLostValues = (before: unknown, now: unknown, position = ''): string[] => {
  if (Array.isArray(before)) {
    if (!Array.isArray(now) || now.length !== before.length) return [position];
    return before.flatMap((item, index) =>
      findLostValues(item, now[index], `${position}[${index}]`),
    );
  }
  if (!isObject(before)) return before === now ? [] : [position];
  if (!isObject(now)) return [position];
  return Object.entries(before).flatMap(([name, value]) =>
    findLostValues(value, now[name], `${position}.${name}`),
  );
};

const fileOf = (release: number | string, extension: string): string =>
  path.join(folder, `release-${release}.${extension}.gz`);

const read = (release: string, extension: string): string =>
  gunzipSync(readFileSync(fileOf(release, extension))).toString();

/** Returns an SQL script that any client can run: rows as INSERT, and no commands of `psql`. */
const dump = (database: TestDatabase): string => {
  const { stdout, stderr, status } = spawnSync(
    process.env.PG_DUMP ?? 'pg_dump',
    ['--no-owner', '--no-privileges', '--rows-per-insert=500', `--dbname=${database.url}`],
    { encoding: 'utf8', maxBuffer: 1024 ** 3 },
  );
  if (status !== 0) throw new Error(`pg_dump: ${stderr}`);
  return stdout
    .replace(/^\\(?:un)?restrict .*$/gm, '')
    .replace(/^SET transaction_timeout = 0;$/m, '');
};

const isKeepingRelease = process.env.KEEP_RELEASE === 'true';

(isKeepingRelease ? describe : describe.skip)('current release', () => {
  it('is kept, with its responses', async () => {
    const database = await createDatabase({ seed: true });
    const service = await startProcess({ database });
    await service.request.post('/api/user-endpoints/register').send(registration).expect(200);
    const answers = await answersOf(service, await addressesIn(database));
    await service.kill('SIGTERM');
    mkdirSync(folder, { recursive: true });
    const level = { level: 9 };
    writeFileSync(fileOf(RELEASE, 'sql'), gzipSync(dump(database), level));
    writeFileSync(fileOf(RELEASE, 'json'), gzipSync(JSON.stringify(answers), level));
    await database.drop();
  });
});

const releases = (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) => {
  const [, release] = /^release-(\d+)\.sql\.gz$/.exec(name) ?? [];
  return release === undefined ? [] : [release];
});

describe('database of an earlier release', () => {
  it('tests/releases/kept – contains at least one release', () => {
    expect(releases.length).toBeGreaterThan(0);
  });

  it.each(releases)('returns all values that release %s returned', async (release) => {
    const database = await createDatabase();
    const client = new Client(database.url);
    await client.connect();
    // Remove the tables of this release from the new database.
    await client.query(
      `DO $$ DECLARE name text; BEGIN
           FOR name IN SELECT nspname FROM pg_namespace
                       WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' LOOP
             EXECUTE format('DROP SCHEMA %I CASCADE', name);
           END LOOP;
         END $$; CREATE SCHEMA public`,
    );
    await client.query(read(release, 'sql'));
    await client.end();

    const service = await startProcess({ database });
    try {
      const before = JSON.parse(read(release, 'json')) as Answers;
      expect(Object.keys(before).length).toBeGreaterThan(100);
      const now = await answersOf(service, Object.keys(before));
      const differences = Object.entries(before).flatMap(([address, answer]) =>
        findLostValues(answer, now[address]).map((at) => `${address}: ${at}`),
      );
      expect(differences.slice(0, 20)).toEqual([]);
      await service.request.post('/api/user-endpoints/login').send(student).expect(200);
    } finally {
      await service.stop();
      await database.drop();
    }
  });
});
