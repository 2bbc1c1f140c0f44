import { Client } from 'pg';
import { createDatabase, type TestDatabase } from '../support/database';
import { letTimePass } from '../support/dead-jobs';
import { type ServiceProcess, startProcess } from '../support/process';
import { seededRandom } from '../support/random';
import { until } from '../support/until';
import { type PartnerProcess, startPartner } from './partner';
import { watching } from './service';
import { share } from '../support/effort';

const WATCH = '/api/videopartner/watchVideo';

type Grant = { user_id: string; state: string; access_until: Date | null };
type Given = { userId: string; videoUrl: string };

const random = seededRandom();

const KILLS = share(6);
const AT_ONCE = 15;

describe('accesses to partner videos over several processes', () => {
  let partner: PartnerProcess;
  let database: TestDatabase;

  const start = (env: Record<string, string> = {}): Promise<ServiceProcess> =>
    startProcess({
      database,
      env: {
        ...partner.env,
        LOG_LEVEL: 'warn',
        VIDEOPARTNER_TIMEOUT_MS: '1000',
        VIDEOPARTNER_LIMIT_EMAIL: '100000',
        VIDEOPARTNER_LIMIT_ADDRESS: '100000',
        ...env,
      },
    });

  const on = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
    const client = new Client(url);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  const grants = () =>
    on(database.url, async (client) => {
      const { rows } = await client.query<Grant>(
        'select user_id, state, access_until from partner_video_grants order by id',
      );
      return rows;
    });
  const inState = async (state: string) => (await grants()).filter((one) => one.state === state);

  /** The body of a successful response; null if the process died or the partner failed. */
  const watch = async ({ url }: ServiceProcess): Promise<Given | null> => {
    try {
      const answer = await fetch(`${url}${WATCH}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(watching),
        // Longer than the service takes for a partner that never answers.
        signal: AbortSignal.timeout(60_000),
      });
      return answer.ok ? ((await answer.json()) as Given) : null;
    } catch {
      return null;
    }
  };
  const counted = async (): Promise<unknown[]> =>
    (await partner.calls()).flatMap(({ call, body }) => (call === 'access' ? [body?.userId] : []));

  beforeEach(async () => {
    partner = await startPartner();
    database = await createDatabase();
  });

  afterEach(async () => {
    await partner.stop();
    await database.drop();
  });

  it('should each have a record, and none an open one, however often the service is killed', async () => {
    await partner.fail({ on: 'access', kind: 'slow', delay: 100 });
    const answered: string[] = [];
    const moments: number[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const service = await start();
      const before = (await counted()).length;
      let isKilled = false;
      const asking = Array.from({ length: AT_ONCE }, async () => {
        while (!isKilled) {
          const given = await watch(service);
          if (given !== null) answered.push(given.userId);
        }
      });
      const moment = AT_ONCE + Math.floor(3 * AT_ONCE * random());
      moments.push(moment);
      await until(async () => (await counted()).length >= before + moment);
      isKilled = true;
      await service.kill('SIGKILL');
      await Promise.all(asking);
    }
    await letTimePass(database);
    const last = await start();
    await until(async () => (await inState('asked')).length === 0);
    const recorded = new Map((await grants()).map((one) => [one.user_id, one.state]));
    const all = await counted();
    console.log(
      `killed after ${moments.join(', ')} accesses: the partner counted ${all.length}, ` +
        `callers got ${answered.length}, recorded are ${recorded.size}`,
    );
    expect(all.filter((userId) => !recorded.has(String(userId)))).toEqual([]);
    expect(answered.filter((userId) => recorded.get(userId) !== 'granted')).toEqual([]);
    expect(new Set(recorded.values())).toEqual(new Set(['granted', 'unknown']));
    await last.stop();
  });

  it('should be settled once when two nodes do it', async () => {
    await partner.fail({ on: 'access', kind: 'hang' });
    const first = await start({ VIDEOPARTNER_TIMEOUT_MS: '3000' });
    const asking = Array.from({ length: AT_ONCE }, () => watch(first));
    await until(async () => (await counted()).length === AT_ONCE);
    await first.kill('SIGKILL');
    await Promise.all(asking);
    expect(await inState('asked')).toHaveLength(AT_ONCE);

    const nodes = await Promise.all([start(), start()]);
    // Only now, so that both of them run when the queue next looks for expired jobs.
    await letTimePass(database);
    await until(async () => (await inState('asked')).length === 0);
    expect(await inState('unknown')).toHaveLength(AT_ONCE);
    const said = nodes
      .map((node) => node.output())
      .join('\n')
      .match(/nobody knows whether access (\S+) was given/g);
    expect([...(said ?? [])].sort()).toEqual(
      (await counted())
        .map((userId) => `nobody knows whether access ${String(userId)} was given`)
        .sort(),
    );
    // Finished, not retried: each retry would be another sale.
    expect(await counted()).toHaveLength(AT_ONCE);
    await Promise.all(nodes.map((node) => node.stop()));
  });

  it('should reach the caller, and be recorded later, when the database goes away in between', async () => {
    const service = await start({ VIDEOPARTNER_TIMEOUT_MS: '10000' });
    const { pathname } = new URL(database.url);
    const name = pathname.slice(1);
    const server = new URL(database.url);
    server.pathname = '/postgres';
    await partner.fail({ on: 'access', kind: 'slow', delay: 1_500 });
    const asking = watch(service);
    await until(async () => (await inState('asked')).length === 1);
    await on(server.href, async (client) => {
      await client.query(`alter database ${name} allow_connections false`);
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
        [name],
      );
    });
    const given = await asking;
    expect(given).toMatchObject({ videoUrl: expect.stringContaining('Signature=') as string });
    await on(server.href, (client) =>
      client.query(`alter database ${name} allow_connections true`),
    );
    await until(async () => (await inState('granted')).length === 1);
    const [grant] = await grants();
    expect(grant).toMatchObject({ user_id: given?.userId });
    expect(grant?.access_until?.getTime()).toBeGreaterThan(Date.now());
    await service.stop();
  });

  it('should count as granted when a release wrote them that knew no states', async () => {
    await on(database.url, async (client) => {
      await client.query('alter table partner_video_grants drop column state');
      await client.query('delete from strapi_database_schema');
      await client.query(
        `insert into partner_video_grants
           (document_id, email, product_title, video_title, price, name, surname, user_id,
            product_id, video_id, access_until, created_at, updated_at)
         values ('old', 'o@example.com', 'P', 'V', 1, 'N', 'S', 'old', 'p', 'v', now(), now(), now())`,
      );
    });
    const service = await start();
    expect(await grants()).toMatchObject([{ user_id: 'old', state: 'granted' }]);
    await service.stop();
  });
});
