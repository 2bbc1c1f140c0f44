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
import { type Scene, setScene } from './support/service';

/** The most time until a response: the timeout of 2.5 seconds, and time for a busy machine. */
const MAX_RESPONSE_MS = 4_500;

/** The most time from the return of the database to normal service. */
const RECOVERY_MS = 2_000;

let database: TestDatabase;
let proxy: Proxy;
let scene: Scene;
let service: ServiceProcess;
/** The undisturbed duration of a read and a write, in milliseconds. */
let undisturbedMs: number;

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
  await untilRecovered();
  undisturbedMs = Math.max(await untilRecovered(), await untilRecovered());
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
  await untilRecovered();
});

const sendCall = (call: Call): Promise<Answer> => send(service.url, call, scene.tokens);

const findCall = (name: string): Call => {
  const call = scene.calls.find((one) => one.name === name);
  if (call === undefined) throw new Error(`There is no call ${name}`);
  return call;
};

/** Waits until a read and a write succeed. Returns the duration. */
const untilRecovered = async (): Promise<number> => {
  const startedAt = performance.now();
  for (;;) {
    const answers = await Promise.all(
      ['listProducts', 'register', 'own administrator'].map((name) => sendCall(findCall(name))),
    );
    if (answers.every(({ status }) => status === 200)) return performance.now() - startedAt;
    if (performance.now() - startedAt > 20_000) throw new Error(JSON.stringify(answers));
    await sleep(20);
  }
};

const isUnavailable = ({ status, code }: Answer): boolean =>
  status === 503 && code === 'SERVICE_UNAVAILABLE';

const untilUnavailable = async (): Promise<void> => {
  const deadline = Date.now() + 10_000;
  while (!isUnavailable(await sendCall(findCall('listProducts')))) {
    if (Date.now() > deadline) throw new Error('It goes on answering from memory');
    await sleep(50);
  }
};

/** Returns the unexpected responses of the calls. */
const findUnexpectedAnswers = async (calls: readonly Call[]): Promise<unknown[]> => {
  const unexpected: unknown[] = [];
  for (const call of calls) {
    const { status, code, headers, body, milliseconds } = await sendCall(call);
    const isExpected =
      status === 503 &&
      code === 'SERVICE_UNAVAILABLE' &&
      Number(headers['retry-after']) > 0 &&
      headers['set-cookie'] === undefined &&
      milliseconds < MAX_RESPONSE_MS;
    if (!isExpected) unexpected.push({ call: call.name, status, body, milliseconds });
  }
  return unexpected;
};

it('should have a call for every endpoint', () => {
  const ofTheirOwn = [...callsWithoutDatabase, logoutCall, refreshCall, scene.watchCall];
  const called = [...scene.calls, ...ofTheirOwn].map(({ name }) => name);
  const missing = endpoints.filter(({ operationId }) => !called.includes(operationId));
  expect(missing.map(({ operationId }) => operationId)).toEqual([]);
});

it('every call – database available – returns no 401 and no 5xx', async () => {
  const failed: unknown[] = [];
  for (const call of scene.calls) {
    const { status, body } = await sendCall(call);
    if (status === 401 || status >= 500) failed.push({ call: call.name, status, body });
  }
  expect(failed).toEqual([]);
});

describe.each([
  ['refuses connections', () => proxy.cut()],
  ['does not answer', () => proxy.hang()],
] as const)('database %s', (_what, disturb) => {
  it('every call – returns 503 in time, and logs nobody out', async () => {
    await sendCall(findCall('listProducts'));
    await disturb();
    const [first] = await findUnexpectedAnswers([findCall('own administrator')]);
    expect(first).toBeUndefined();
    await untilNoticed();
    const ofTheirOwn = [logoutCall, refreshCall, scene.watchCall];
    expect(await wrongAnswers([...scene.calls, ...ofTheirOwn])).toEqual([]);
    for (const call of callsWithoutDatabase) expect((await ask(call)).status).toBe(200);

    await proxy.restore();
    expect(await untilRecovered()).toBeLessThan(RECOVERY_MS + undisturbedMs);
    const student = await sendCall(findCall('listOrders'));
    expect(student.status).toBe(200);
  });

  it('200 concurrent calls – return 503 without queueing', async () => {
    const repeatCalls = (calls: readonly Call[]): readonly Call[] =>
      Array.from({ length: 200 / calls.length }, () => calls).flat();
    const sendTimed = async (calls: readonly Call[]): Promise<[readonly Answer[], number]> => {
      const startedAt = performance.now();
      return [await Promise.all(calls.map(sendCall)), performance.now() - startedAt];
    };
    // The undisturbed duration of so many requests.
    const [, undisturbed] = await sendTimed(repeatCalls([findCall('getProductById')]));
    await disturb();
    const names = ['own user', 'register', 'listOrders', 'content as anyone'];
    const [answers, milliseconds] = await sendTimed(repeatCalls(names.map(findCall)));
    expect(answers.filter((answer) => !isUnavailable(answer))).toEqual([]);
    expect(milliseconds).toBeLessThan(MAX_RESPONSE_MS + 4 * undisturbed);
  });
});

it('503 – has a message in the caller’s language and CORS headers', async () => {
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

it('dead connections in the pool – responses come in time, and the node recovers', async () => {
  await Promise.all(Array.from({ length: 10 }, () => sendCall(findCall('own user'))));
  proxy.hangExisting();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => sendCall(findCall('own user'))),
  );
  for (const answer of answers) {
    expect([200, 503]).toContain(answer.status);
    expect(answer.milliseconds).toBeLessThan(MAX_RESPONSE_MS);
  }
  expect(await untilRecovered()).toBeLessThan(MAX_RESPONSE_MS);
});

it('query over the timeout – waits for a lock and returns 200', async () => {
  const client = new Client(database.url);
  await client.connect();
  await client.query('BEGIN; LOCK TABLE up_users IN ACCESS EXCLUSIVE MODE');
  const blockedCall = sendCall(findCall('own user'));
  await sleep(MAX_RESPONSE_MS);
  await client.query('COMMIT');
  await client.end();
  const { status, milliseconds } = await blockedCall;
  expect(status).toBe(200);
  expect(milliseconds).toBeGreaterThan(MAX_RESPONSE_MS - 500);
});

describe('failover to a read-only server', () => {
  const runOnDatabase = async (sql: string): Promise<void> => {
    const client = new Client(database.url);
    await client.connect();
    await client.query('SET default_transaction_read_only = off');
    await client.query(sql);
    await client.end();
  };

  const setReadOnly = (value: 'on' | 'off'): Promise<void> =>
    runOnDatabase(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = ${value}', current_database()); END $$`,
    );

  const endConnections = (): Promise<void> =>
    runOnDatabase(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );

  afterEach(() => setReadOnly('off'));

  it('writes – return 503 while reads succeed, and recover when the server is writable', async () => {
    await setReadOnly('on');
    await endConnections();
    const register = { ...findCall('register'), body: () => newAccount() };
    const deadline = Date.now() + 5_000;
    // The running query is terminated; later ones get the error of the read-only server.
    while ((await sendCall(findCall('listOrders'))).status !== 200) {
      if (Date.now() > deadline) throw new Error('It does not read');
    }
    expect(
      await findUnexpectedAnswers([register, findCall('publish'), findCall('save a draft')]),
    ).toEqual([]);
    expect((await sendCall(findCall('listOrders'))).status).toBe(200);
    // The search is not counted in the statistics of a read-only database.
    await service.request.get('/api/search').query({ lang: 'es', q: 'nothing' }).expect(200);

    await setReadOnly('off');
    expect(await untilRecovered()).toBeLessThan(RECOVERY_MS + undisturbedMs);
  });
});

it('the process – logged no unhandled error', () => {
  expect(service.output()).not.toContain('nobody waited');
  expect(service.output()).not.toContain('already executing a query');
});
