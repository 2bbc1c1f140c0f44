import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client, Pool } from 'pg';
import { RELEASE } from '../../src/platform/releases/release';
import { createDatabase, type TestDatabase } from '../support/database';
import { createAddresses } from '../support/editing/addresses';
import { startProcess, type ServiceProcess } from '../support/process';

/** A database and its responses of each release; `npm run keep-release` adds this one. */
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

/** Enough entries of each kind that differ in their slug only. */
const EACH = 8;

const addressesIn = async (database: TestDatabase): Promise<string[]> => {
  const pool = new Pool({ connectionString: database.url, max: 1 });
  const all = await createAddresses(pool).all();
  await pool.end();
  const taken = new Map<string, number>();
  return all.sort().filter((address) => {
    const kind = address.split(/[?]/)[0]?.split('/').slice(0, 4).join('/') ?? '';
    const count = (taken.get(kind) ?? 0) + 1;
    taken.set(kind, count);
    return count <= EACH;
  });
};

const answersOf = async (
  service: ServiceProcess,
  addresses: readonly string[],
): Promise<Answers> => {
  const answers: Answers = {};
  for (const address of addresses) {
    // Errors contain their request id.
    const asked = service.request.get(address).set('X-Request-Id', 'kept-release');
    const { status, body } = await asked;
    answers[address] = { status, body: body as unknown };
  }
  return answers;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Returns the places where a response has lost or changed a value; additional values are allowed. */
const lost = (before: unknown, now: unknown, at = ''): string[] => {
  if (Array.isArray(before)) {
    if (!Array.isArray(now) || now.length !== before.length) return [at];
    return before.flatMap((one, index) => lost(one, now[index], `${at}[${index}]`));
  }
  if (!isObject(before)) return before === now ? [] : [at];
  if (!isObject(now)) return [at];
  return Object.entries(before).flatMap(([name, value]) => lost(value, now[name], `${at}.${name}`));
};

const fileOf = (release: number | string, what: string): string =>
  path.join(folder, `release-${release}.${what}.gz`);

const read = (release: string, what: string): string =>
  gunzipSync(readFileSync(fileOf(release, what))).toString();

/** An SQL script that any client can run: rows as INSERT, without commands of `psql`. */
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

const keeping = process.env.KEEP_RELEASE === 'true';

(keeping ? describe : describe.skip)('This release', () => {
  it('is kept, with what it answers', async () => {
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

describe('A database of an earlier release', () => {
  it('is kept of each that has gone out', () => {
    expect(releases.length).toBeGreaterThan(0);
  });

  it.each(releases)(
    'is taken over by this one with all that release %s answered',
    async (release) => {
      const database = await createDatabase();
      const client = new Client(database.url);
      await client.connect();
      // A new test database contains the tables of this release.
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
          lost(answer, now[address]).map((at) => `${address}: ${at}`),
        );
        expect(differences.slice(0, 20)).toEqual([]);
        await service.request.post('/api/user-endpoints/login').send(student).expect(200);
      } finally {
        await service.stop();
        await database.drop();
      }
    },
  );
});
