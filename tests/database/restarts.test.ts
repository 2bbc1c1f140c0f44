import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { median } from '../account/support/timing';
import { newAccount } from '../account/support/accounts';
import { startProcess, type ServiceProcess } from '../support/process';
import { pick, seededRandom } from '../support/random';
import { type Answer, type Call, send } from './support/calls';
import { hasOwnPostgres, type OwnPostgres, startOwnPostgres } from './support/own-postgres';
import { type Scene, setScene } from './support/service';

/**
 * Two nodes on one database under full load, while connections are ended and the database restarts. No node dies, no
 * user is logged out, and every confirmed write is kept.
 */

const KILLS = 20;
const RESTARTS = 5;
const CALLERS = 4;
const USUAL = 5;

/** After the database is back, a read and a write must succeed within this time. */
const RECOVERY_MS = 2_000;

const describeWithPostgres = hasOwnPostgres ? describe : describe.skip;
if (!hasOwnPostgres) {
  process.stderr.write('Skipped the restarts of PostgreSQL: there is none for this machine.\n');
}

describeWithPostgres('two nodes whose database is restarted', () => {
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

  /** Returns the time until every node was healthy, read and wrote. */
  const recovery = async (): Promise<number> => {
    const began = performance.now();
    await Promise.all(
      nodes.map(async (node) => {
        for (;;) {
          const health = await fetch(`${node.url}/_health`);
          const statuses = [health.status, await readAt(node), await registerAt(node)];
          if (statuses.every((status) => status < 300)) return;
          if (performance.now() - began > 20_000)
            throw new Error(`No recovery: ${String(statuses)}`);
          await sleep(20);
        }
      }),
    );
    return performance.now() - began;
  };

  it('should lose no node, no login and no promise', async () => {
    const wrong: unknown[] = [];
    const seen = { answers: 0, unavailable: 0, broken: 0 };
    let isOver = false;

    const isWrong = ({ status, code }: Answer): boolean =>
      status === 401 ||
      status === 403 ||
      (status >= 500 && !(status === 503 && code !== undefined));

    const caller = async (): Promise<void> => {
      while (!isOver) {
        const node = pick(random, nodes);
        if (random() < 0.15) {
          await registerAt(node).catch(() => (seen.broken += 1));
          continue;
        }
        const call = pick(random, scene.calls);
        try {
          const answer = await send(node.url, call, scene.tokens);
          seen.answers += 1;
          if (answer.status === 503) seen.unavailable += 1;
          if (isWrong(answer))
            wrong.push({ call: call.name, status: answer.status, body: answer.body });
        } catch (error) {
          // Only a started response may break off: the list of users is streamed.
          if (call.name === 'listUsers') seen.broken += 1;
          else wrong.push({ call: call.name, error: String(error) });
        }
      }
    };

    const recoveries: number[] = [];
    const usual: number[] = [];
    const callers = Array.from({ length: CALLERS }, caller);
    // The normal time of the same under this load, without a failure.
    for (let round = 0; round < USUAL; round += 1) usual.push(await recovery());
    for (let round = 0; round < KILLS; round += 1) {
      await sleep(random() * 300);
      await endConnections();
      recoveries.push(await recovery());
    }
    for (let round = 0; round < RESTARTS; round += 1) {
      await sleep(random() * 300);
      await restart();
      recoveries.push(await recovery());
    }
    isOver = true;
    await Promise.all(callers);
    await recovery();

    expect(wrong).toEqual([]);
    expect(nodes.map(isAlive)).toEqual([true, true]);
    const rounded = (times: readonly number[]): string => times.map(Math.round).join(', ');
    process.stdout.write(
      `recovered within ${rounded(recoveries)} ms; undisturbed the same took ${rounded(usual)} ms\n`,
    );
    // A single round may be slow because of other load; most must not be.
    expect(median(recoveries)).toBeLessThan(RECOVERY_MS + Math.max(...usual));
    expect(seen.answers).toBeGreaterThan(200);
    expect(seen.unavailable).toBeGreaterThan(0);
    for (const node of nodes) {
      expect(node.output()).not.toContain('nobody waited');
      expect(node.output()).not.toContain('already executing a query');
    }
  });

  it('should have every account that it said it made, and the letter that belongs to it', async () => {
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
    const kept = new Set(rows.map(({ email }) => email));
    expect(registered.length).toBeGreaterThan(2 * (KILLS + RESTARTS));
    expect(registered.filter((email) => !kept.has(email))).toEqual([]);
  });
});
