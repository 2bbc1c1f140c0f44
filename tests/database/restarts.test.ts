import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { median } from '../account/support/timing';
import { newAccount } from '../account/support/accounts';
import { share } from '../support/effort';
import { startProcess, type ServiceProcess } from '../support/process';
import { pick, seededRandom } from '../support/random';
import { type Answer, type Call, send } from './support/calls';
import { hasOwnPostgres, type OwnPostgres, startOwnPostgres } from './support/own-postgres';
import { type Scene, setScene } from './support/service';

/**
 * Two nodes under full load on one database, while connections are terminated and the database restarts. No node stops,
 * no user is logged out, and every confirmed write is stored.
 */

const KILLS = share(20);
const RESTARTS = 1 + share(5);
const CALLERS = 4;
const UNDISTURBED_ROUNDS = 5;

/** After the database is back, a read and a write must succeed within this time. */
const RECOVERY_MS = 2_000;

const describeWithPostgres = hasOwnPostgres ? describe : describe.skip;
if (!hasOwnPostgres) {
  process.stderr.write('Skipped the restarts of PostgreSQL: there is none for this machine.\n');
}

describeWithPostgres('two nodes during restarts of their database', () => {
  const random = seededRandom();
  let postgres: OwnPostgres;
  let scene: Scene;
  const nodes: ServiceProcess[] = [];

  beforeAll(async () => {
    postgres = await startOwnPostgres();
    const { database } = postgres;
    scene = await setScene(database);
    const env = { ...scene.env, DATABASE_TIMEOUT_MS: '2500', LOG_LEVEL: 'warn' };
    nodes.push(await startProcess({ database, env }), await startProcess({ database, env }));
  });

  afterAll(async () => {
    for (const node of nodes) await node.stop();
    await scene.stop();
    await postgres.end();
  });

  const isAlive = ({ pid }: ServiceProcess): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  const endConnections = async (): Promise<void> => {
    const client = new Client(postgres.database.url);
    await client.connect();
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await client.end();
  };

  const restart = async (): Promise<void> => {
    await postgres.stop();
    await sleep(200 + random() * 400);
    await postgres.start();
  };

  const registered: string[] = [];

  const registerAt = async (node: ServiceProcess): Promise<number> => {
    const account = newAccount();
    const call: Call = {
      name: 'register',
      method: 'POST',
      path: '/api/user-endpoints/register',
      caller: 'anyone',
      body: () => account,
    };
    const { status } = await send(node.url, call, scene.tokens);
    if (status === 200) registered.push(account.email);
    return status;
  };

  const readAt = async (node: ServiceProcess): Promise<number> =>
    (
      await send(
        node.url,
        { name: 'read', method: 'GET', path: '/api/user-endpoints/orders', caller: 'student' },
        scene.tokens,
      )
    ).status;

  /** Returns the time until every node is healthy, reads and writes. */
  const measureRecovery = async (): Promise<number> => {
    const startedAt = performance.now();
    await Promise.all(
      nodes.map(async (node) => {
        for (;;) {
          const health = await fetch(`${node.url}/_health`);
          const statuses = [health.status, await readAt(node), await registerAt(node)];
          if (statuses.every((status) => status < 300)) return;
          if (performance.now() - startedAt > 20_000)
            throw new Error(`No recovery: ${String(statuses)}`);
          await sleep(20);
        }
      }),
    );
    return performance.now() - startedAt;
  };

  it('two nodes – terminated connections and restarts – return only 503 errors, keep logins and recover in time', async () => {
    const unexpected: unknown[] = [];
    const counters = { answers: 0, unavailable: 0, broken: 0 };
    let isOver = false;

    const isWrong = ({ status, code }: Answer): boolean =>
      status === 401 ||
      status === 403 ||
      (status >= 500 && !(status === 503 && code !== undefined));

    const caller = async (): Promise<void> => {
      while (!isOver) {
        const node = pick(random, nodes);
        if (random() < 0.15) {
          await registerAt(node).catch(() => (counters.broken += 1));
          continue;
        }
        const call = pick(random, scene.calls);
        try {
          const answer = await send(node.url, call, scene.tokens);
          counters.answers += 1;
          if (answer.status === 503) counters.unavailable += 1;
          if (isWrong(answer))
            unexpected.push({ call: call.name, status: answer.status, body: answer.body });
        } catch (error) {
          // Only the streamed list of users may break off during its response.
          if (call.name === 'listUsers') counters.broken += 1;
          else unexpected.push({ call: call.name, error: String(error) });
        }
      }
    };

    const recoveries: number[] = [];
    const undisturbedTimes: number[] = [];
    const callers = Array.from({ length: CALLERS }, caller);
    // The duration of these calls under the same load, without a failure.
    for (let round = 0; round < UNDISTURBED_ROUNDS; round += 1)
      undisturbedTimes.push(await measureRecovery());
    for (let round = 0; round < KILLS; round += 1) {
      await sleep(random() * 300);
      await endConnections();
      recoveries.push(await measureRecovery());
    }
    for (let round = 0; round < RESTARTS; round += 1) {
      await sleep(random() * 300);
      await restart();
      recoveries.push(await measureRecovery());
    }
    isOver = true;
    await Promise.all(callers);
    await measureRecovery();

    expect(unexpected).toEqual([]);
    expect(nodes.map(isAlive)).toEqual([true, true]);
    const formatTimes = (times: readonly number[]): string => times.map(Math.round).join(', ');
    process.stdout.write(
      `recovered within ${formatTimes(recoveries)} ms; undisturbed the same took ${formatTimes(undisturbedTimes)} ms\n`,
    );
    // A single round may be slow because of other load; most must not be.
    expect(median(recoveries)).toBeLessThan(RECOVERY_MS + Math.max(...undisturbedTimes));
    expect(counters.answers).toBeGreaterThan(200);
    expect(counters.unavailable).toBeGreaterThan(0);
    for (const node of nodes) {
      expect(node.output()).not.toContain('nobody waited');
      expect(node.output()).not.toContain('already executing a query');
    }
  });

  it('confirmed registrations – have their account and the job of their welcome mail', async () => {
    const client = new Client(postgres.database.url);
    await client.connect();
    const { rows } = await client.query<{ email: string }>(
      `SELECT u.email FROM up_users u
       WHERE u.email = ANY($1) AND EXISTS (
         SELECT 1 FROM jobs.job j
         WHERE j.name = 'account.mail' AND j.data->>'kind' = 'welcome' AND j.data->>'user' = u.document_id
       )`,
      [registered],
    );
    await client.end();
    const storedEmails = new Set(rows.map(({ email }) => email));
    expect(registered.length).toBeGreaterThan(2 * (KILLS + RESTARTS));
    expect(registered.filter((email) => !storedEmails.has(email))).toEqual([]);
  });
});
