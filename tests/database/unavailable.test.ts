import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { endpoints } from '../support/endpoints';
import { newAccount } from '../account/support/accounts';
import { createDatabase, type TestDatabase } from '../support/database';
import { startProcess, type ServiceProcess } from '../support/process';
import {
  type Answer,
  type Call,
  callsWithoutDatabase,
  logoutCall,
  refreshCall,
  send,
} from './support/calls';
import { openProxy, type Proxy } from '../support/database-proxy';
import { until } from '../support/until';
import { type Scene, setScene } from './support/service';

/** The maximum time of a response: two and a half seconds, plus time for a busy machine. */
const SOON_MS = 4_500;

/** Counted from the recovery of the database. */
const RECOVERY_MS = 2_000;

let database: TestDatabase;
let proxy: Proxy;
let scene: Scene;
let service: ServiceProcess;
/** The normal time of a read and a write on this machine, in milliseconds. */
let normalMs: number;

beforeAll(async () => {
  database = await createDatabase();
  scene = await setScene(database);
  proxy = await openProxy(database.url);
  service = await startProcess({
    database,
    env: {
      ...scene.env,
      DATABASE_URL: proxy.url,
      DATABASE_TIMEOUT_MS: '2500',
      DELIVERY_STALE_IF_ERROR: '0',
    },
  });
  for (const call of callsWithoutDatabase) await sendCall(call);
  await waitForRecovery();
  normalMs = Math.max(await waitForRecovery(), await waitForRecovery());
});

afterAll(async () => {
  await proxy.restore();
  await service.stop();
  await proxy.close();
  await scene.stop();
  await database.drop();
});

afterEach(async () => {
  await proxy.restore();
  await waitForRecovery();
});

const sendCall = (call: Call): Promise<Answer> => send(service.url, call, scene.tokens);

const callNamed = (name: string): Call => {
  const call = scene.calls.find((candidate) => candidate.name === name);
  if (call === undefined) throw new Error(`There is no call ${name}`);
  return call;
};

/** Waits until a read and a write succeed; returns the time. */
const waitForRecovery = async (): Promise<number> => {
  const startedAt = performance.now();
  for (;;) {
    const answers = await Promise.all(
      ['listProducts', 'register', 'own administrator'].map((name) => sendCall(callNamed(name))),
    );
    if (answers.every(({ status }) => status === 200)) return performance.now() - startedAt;
    if (performance.now() - startedAt > 20_000) throw new Error(JSON.stringify(answers));
    await sleep(20);
  }
};

const isUnavailable = ({ status, code }: Answer): boolean =>
  status === 503 && code === 'SERVICE_UNAVAILABLE';

/** Waits until queries of the service have waited for a lock for longer than the milliseconds. */
const waitUntilBlocked = async (milliseconds: number): Promise<void> => {
  const client = new Client(database.url);
  await client.connect();
  const findBlocked = () =>
    client.query(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'
         AND clock_timestamp() - query_start > $1 * interval '1 millisecond'`,
      [milliseconds],
    );
  try {
    await until(findBlocked, ({ rowCount }) => rowCount !== 0);
  } finally {
    await client.end();
  }
};

const waitUntilUnavailable = (): Promise<Answer> =>
  until(() => sendCall(callNamed('listProducts')), isUnavailable);

/** Returns the unexpected responses of the calls. */
const findWrongAnswers = async (calls: readonly Call[]): Promise<unknown[]> => {
  const unexpected: unknown[] = [];
  for (const call of calls) {
    const { status, code, headers, body, milliseconds } = await sendCall(call);
    const isExpected =
      status === 503 &&
      code === 'SERVICE_UNAVAILABLE' &&
      Number(headers['retry-after']) > 0 &&
      headers['set-cookie'] === undefined &&
      milliseconds < SOON_MS;
    if (!isExpected) unexpected.push({ call: call.name, status, body, milliseconds });
  }
  return unexpected;
};

it('has a call for each endpoint', () => {
  const specialCalls = [...callsWithoutDatabase, logoutCall, refreshCall, scene.watchCall];
  const names = [...scene.calls, ...specialCalls].map(({ name }) => name);
  const missing = endpoints.filter(({ operationId }) => !names.includes(operationId));
  expect(missing.map(({ operationId }) => operationId)).toEqual([]);
});

it('answers each call without 401 or 5xx while the database is available', async () => {
  const failures: unknown[] = [];
  for (const call of scene.calls) {
    const { status, body } = await sendCall(call);
    if (status === 401 || status >= 500) failures.push({ call: call.name, status, body });
  }
  expect(failures).toEqual([]);
});

describe.each([
  ['refuses connections', () => proxy.cut()],
  ['does not answer', () => proxy.hang()],
] as const)('while the database %s', (_condition, interrupt) => {
  it('answers 503 in time to all callers, and ends no session', async () => {
    await sendCall(callNamed('listProducts'));
    await interrupt();
    const [first] = await findWrongAnswers([callNamed('own administrator')]);
    expect(first).toBeUndefined();
    await waitUntilUnavailable();
    const specialCalls = [logoutCall, refreshCall, scene.watchCall];
    expect(await findWrongAnswers([...scene.calls, ...specialCalls])).toEqual([]);
    for (const call of callsWithoutDatabase) expect((await sendCall(call)).status).toBe(200);

    await proxy.restore();
    expect(await waitForRecovery()).toBeLessThan(RECOVERY_MS + normalMs);
    const student = await sendCall(callNamed('listOrders'));
    expect(student.status).toBe(200);
  });

  it('answers 200 simultaneous requests with 503 in time', async () => {
    const repeatCalls = (calls: readonly Call[]): readonly Call[] =>
      Array.from({ length: 200 / calls.length }, () => calls).flat();
    const measure = async (calls: readonly Call[]): Promise<[readonly Answer[], number]> => {
      const startedAt = performance.now();
      return [await Promise.all(calls.map(sendCall)), performance.now() - startedAt];
    };
    // The normal time of this number of requests on this machine.
    const [, normalDuration] = await measure(repeatCalls([callNamed('getProductById')]));
    await interrupt();
    const names = ['own user', 'register', 'listOrders', 'content as anyone'];
    const [answers, milliseconds] = await measure(repeatCalls(names.map(callNamed)));
    expect(answers.filter((answer) => !isUnavailable(answer))).toEqual([]);
    expect(milliseconds).toBeLessThan(SOON_MS + 4 * normalDuration);
  });
});

it('answers 503 in the caller’s language, with CORS headers for allowed origins', async () => {
  await proxy.cut();
  const answer = await service.request
    .get('/api/user-endpoints/orders')
    .set('Accept-Language', 'es')
    .set('Authorization', `Bearer ${scene.tokens.student}`)
    .set('Origin', 'http://localhost:3000')
    .expect(503);
  const { message } = (answer.body as { error: { message: string } }).error;
  expect(message).toContain('no está disponible');
  expect(answer.headers['access-control-allow-origin']).toBe('http://localhost:3000');
});

it('recovers from connections that hang', async () => {
  await Promise.all(Array.from({ length: 10 }, () => sendCall(callNamed('own user'))));
  proxy.hangExisting();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => sendCall(callNamed('own user'))),
  );
  for (const answer of answers) {
    expect([200, 503]).toContain(answer.status);
    expect(answer.milliseconds).toBeLessThan(SOON_MS);
  }
  expect(await waitForRecovery()).toBeLessThan(SOON_MS);
});

it('does not cancel a long query', async () => {
  const client = new Client(database.url);
  await client.connect();
  await client.query('BEGIN; LOCK TABLE up_users IN ACCESS EXCLUSIVE MODE');
  const response = sendCall(callNamed('own user'));
  await waitUntilBlocked(SOON_MS - 500);
  await client.query('COMMIT');
  await client.end();
  expect((await response).status).toBe(200);
});

describe('after a failover to a read-only server', () => {
  const runOnServer = async (sql: string): Promise<void> => {
    const client = new Client(database.url);
    await client.connect();
    await client.query('SET default_transaction_read_only = off');
    await client.query(sql);
    await client.end();
  };

  const setReadOnly = (value: 'on' | 'off'): Promise<void> =>
    runOnServer(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = ${value}', current_database()); END $$`,
    );

  const endConnections = (): Promise<void> =>
    runOnServer(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );

  afterEach(() => setReadOnly('off'));

  it('answers 503 to writes, answers reads, and recovers when the server is writable', async () => {
    await setReadOnly('on');
    await endConnections();
    const register = { ...callNamed('register'), body: () => newAccount() };
    // A running query is terminated; later queries reach the read-only server.
    await until(
      () => sendCall(callNamed('listOrders')),
      ({ status }) => status === 200,
    );
    expect(
      await findWrongAnswers([register, callNamed('publish'), callNamed('save a draft')]),
    ).toEqual([]);
    expect((await sendCall(callNamed('listOrders'))).status).toBe(200);
    // Searches cannot be counted on a read-only database.
    await service.request.get('/api/search').query({ lang: 'es', q: 'nothing' }).expect(200);

    await setReadOnly('off');
    expect(await waitForRecovery()).toBeLessThan(RECOVERY_MS + normalMs);
  });
});

it('logs no unhandled rejection and no overlapping query', () => {
  expect(service.output()).not.toContain('nobody waited');
  expect(service.output()).not.toContain('already executing a query');
});
