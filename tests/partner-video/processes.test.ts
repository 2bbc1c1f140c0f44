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
type VideoAccess = { userId: string; videoUrl: string };

const random = seededRandom();

const KILLS = share(6);
const CONCURRENT_CALLS = 15;

describe('access to partner videos with several processes', () => {
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

  const withClient = async <T>(url: string, action: (client: Client) => Promise<T>): Promise<T> => {
    const client = new Client(url);
    await client.connect();
    try {
      return await action(client);
    } finally {
      await client.end();
    }
  };
  const grants = () =>
    withClient(database.url, async (client) => {
      const { rows } = await client.query<Grant>(
        'select user_id, state, access_until from partner_video_grants order by id',
      );
      return rows;
    });
  const grantsInState = async (state: string) =>
    (await grants()).filter((grant) => grant.state === state);

  /** Returns the body of a successful response, or null after a failure of the process or the partner. */
  const watch = async ({ url }: ServiceProcess): Promise<VideoAccess | null> => {
    try {
      const answer = await fetch(`${url}${WATCH}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(watching),
        // Longer than the timeout of the service for the partner.
        signal: AbortSignal.timeout(60_000),
      });
      return answer.ok ? ((await answer.json()) as VideoAccess) : null;
    } catch {
      return null;
    }
  };
  const listSoldUserIds = async (): Promise<unknown[]> =>
    (await partner.calls()).flatMap(({ call, body }) => (call === 'access' ? [body?.userId] : []));

  beforeEach(async () => {
    partner = await startPartner();
    database = await createDatabase();
  });

  afterEach(async () => {
    await partner.stop();
    await database.drop();
  });

  /** Adds a grant of a release without the column `state`. */
  const addEarlierGrant = (): Promise<void> =>
    withClient(database.url, async (client) => {
      await client.query('alter table partner_video_grants drop column state');
      await client.query('delete from strapi_database_schema');
      await client.query(
        `insert into partner_video_grants
           (document_id, email, product_title, video_title, price, name, surname, user_id,
            product_id, video_id, access_until, created_at, updated_at)
         values ('old', 'o@example.com', 'P', 'V', 1, 'N', 'S', 'old', 'p', 'v', now(), now(), now())`,
      );
    });

  /** Loses the database while the partner gives access, and expects the access and, later, its grant. */
  const expectGrantDespiteLoss = async (service: ServiceProcess): Promise<void> => {
    await partner.heal();
    const before = (await grants()).map(({ user_id: id }) => id);
    const { pathname } = new URL(database.url);
    const name = pathname.slice(1);
    const server = new URL(database.url);
    server.pathname = '/postgres';
    await partner.fail({ on: 'access', kind: 'slow', delay: 1_500 });
    const calls = watch(service);
    await until(async () => (await grantsInState('asked')).length === 1);
    await withClient(server.href, async (client) => {
      await client.query(`alter database ${name} allow_connections false`);
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
        [name],
      );
    });
    const access = await calls;
    expect(access).toMatchObject({ videoUrl: expect.stringContaining('Signature=') as string });
    await withClient(server.href, (client) =>
      client.query(`alter database ${name} allow_connections true`),
    );
    await until(async () => (await grantsInState('asked')).length === 0);
    const added = (await grants()).filter(({ user_id: id }) => !before.includes(id));
    expect(added).toMatchObject([{ user_id: access?.userId, state: 'granted' }]);
    expect(added[0]?.access_until?.getTime()).toBeGreaterThan(Date.now());
  };

  it('killed processes, then a lost database – every access has a final grant, and no grant remains open', async () => {
    await addEarlierGrant();
    await partner.fail({ on: 'access', kind: 'slow', delay: 100 });
    const receivedUserIds: string[] = [];
    const killPoints: number[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const service = await start();
      if (kill === 0) expect(await grants()).toMatchObject([{ user_id: 'old', state: 'granted' }]);
      const before = (await listSoldUserIds()).length;
      let isKilled = false;
      const calls = Array.from({ length: CONCURRENT_CALLS }, async () => {
        while (!isKilled) {
          const access = await watch(service);
          if (access !== null) receivedUserIds.push(access.userId);
        }
      });
      const killPoint = CONCURRENT_CALLS + Math.floor(3 * CONCURRENT_CALLS * random());
      killPoints.push(killPoint);
      await until(async () => (await listSoldUserIds()).length >= before + killPoint);
      isKilled = true;
      await service.kill('SIGKILL');
      await Promise.all(calls);
    }
    await letTimePass(database);
    const last = await start({ VIDEOPARTNER_TIMEOUT_MS: '10000' });
    await until(async () => (await grantsInState('asked')).length === 0);
    const recorded = new Map((await grants()).map((grant) => [grant.user_id, grant.state]));
    const all = await listSoldUserIds();
    console.log(
      `killed after ${killPoints.join(', ')} accesses: the partner counted ${all.length}, ` +
        `callers got ${receivedUserIds.length}, recorded are ${recorded.size}`,
    );
    expect(all.filter((userId) => !recorded.has(String(userId)))).toEqual([]);
    expect(receivedUserIds.filter((userId) => recorded.get(userId) !== 'granted')).toEqual([]);
    expect(new Set(recorded.values())).toEqual(new Set(['granted', 'unknown']));

    await expectGrantDespiteLoss(last);
    await last.stop();
  });

  it('open grants of a killed node – are closed once by two nodes', async () => {
    await partner.fail({ on: 'access', kind: 'hang' });
    const first = await start({ VIDEOPARTNER_TIMEOUT_MS: '3000' });
    const calls = Array.from({ length: CONCURRENT_CALLS }, () => watch(first));
    await until(async () => (await listSoldUserIds()).length === CONCURRENT_CALLS);
    await first.kill('SIGKILL');
    await Promise.all(calls);
    expect(await grantsInState('asked')).toHaveLength(CONCURRENT_CALLS);

    const nodes = await Promise.all([start(), start()]);
    // Now both nodes run when the queue next looks for expired jobs.
    await letTimePass(database);
    await until(async () => (await grantsInState('asked')).length === 0);
    expect(await grantsInState('unknown')).toHaveLength(CONCURRENT_CALLS);
    const logLines = nodes
      .map((node) => node.output())
      .join('\n')
      .match(/it is unknown whether the partner granted access (\S+)/g);
    expect([...(logLines ?? [])].sort()).toEqual(
      (await listSoldUserIds())
        .map((userId) => `it is unknown whether the partner granted access ${String(userId)}`)
        .sort(),
    );
    // The job is completed without a retry, because a retry would be another sale.
    expect(await listSoldUserIds()).toHaveLength(CONCURRENT_CALLS);
    await Promise.all(nodes.map((node) => node.stop()));
  });
});
