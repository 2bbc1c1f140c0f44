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

/** The maximum wait of a caller: two and a half seconds, plus time for a busy machine. */
const SOON_MS = 4_500;

/** Counted from the recovery of the database. */
const RECOVERY_MS = 2_000;

let database: TestDatabase;
let proxy: Proxy;
let scene: Scene;
let service: ServiceProcess;
/** The normal time of a read and a write on this machine, in milliseconds. */
let usual: number;

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
  for (const call of callsWithoutDatabase) await ask(call);
  await untilBack();
  usual = Math.max(await untilBack(), await untilBack());
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
  await untilBack();
});

const ask = (call: Call): Promise<Answer> => send(service.url, call, scene.tokens);

const callNamed = (name: string): Call => {
  const call = scene.calls.find((one) => one.name === name);
  if (call === undefined) throw new Error(`There is no call ${name}`);
  return call;
};

/** Waits until a read and a write succeed; returns the time. */
const untilBack = async (): Promise<number> => {
  const began = performance.now();
  for (;;) {
    const answers = await Promise.all(
      ['listProducts', 'register', 'own administrator'].map((name) => ask(callNamed(name))),
    );
    if (answers.every(({ status }) => status === 200)) return performance.now() - began;
    if (performance.now() - began > 20_000) throw new Error(JSON.stringify(answers));
    await sleep(20);
  }
};

const isUnavailable = ({ status, code }: Answer): boolean =>
  status === 503 && code === 'SERVICE_UNAVAILABLE';

const untilNoticed = async (): Promise<void> => {
  const deadline = Date.now() + 10_000;
  while (!isUnavailable(await ask(callNamed('listProducts')))) {
    if (Date.now() > deadline) throw new Error('It goes on answering from memory');
    await sleep(50);
  }
};

/** Returns the unexpected responses of the calls. */
const wrongAnswers = async (calls: readonly Call[]): Promise<unknown[]> => {
  const wrong: unknown[] = [];
  for (const call of calls) {
    const { status, code, headers, body, milliseconds } = await ask(call);
    const isRight =
      status === 503 &&
      code === 'SERVICE_UNAVAILABLE' &&
      Number(headers['retry-after']) > 0 &&
      headers['set-cookie'] === undefined &&
      milliseconds < SOON_MS;
    if (!isRight) wrong.push({ call: call.name, status, body, milliseconds });
  }
  return wrong;
};

it('should have a call for every endpoint', () => {
  const ofTheirOwn = [...callsWithoutDatabase, logoutCall, refreshCall, scene.watchCall];
  const called = [...scene.calls, ...ofTheirOwn].map(({ name }) => name);
  const missing = endpoints.filter(({ operationId }) => !called.includes(operationId));
  expect(missing.map(({ operationId }) => operationId)).toEqual([]);
});

it('should answer every call sensibly while the database is there', async () => {
  const failed: unknown[] = [];
  for (const call of scene.calls) {
    const { status, body } = await ask(call);
    if (status === 401 || status >= 500) failed.push({ call: call.name, status, body });
  }
  expect(failed).toEqual([]);
});

describe.each([
  ['refuses connections', () => proxy.cut()],
  ['does not answer', () => proxy.hang()],
] as const)('while the database %s', (_what, disturb) => {
  it('should answer 503 to everybody, soon, and nobody is logged out', async () => {
    await ask(callNamed('listProducts'));
    await disturb();
    const [first] = await wrongAnswers([callNamed('own administrator')]);
    expect(first).toBeUndefined();
    await untilNoticed();
    const ofTheirOwn = [logoutCall, refreshCall, scene.watchCall];
    expect(await wrongAnswers([...scene.calls, ...ofTheirOwn])).toEqual([]);
    for (const call of callsWithoutDatabase) expect((await ask(call)).status).toBe(200);

    await proxy.restore();
    expect(await untilBack()).toBeLessThan(RECOVERY_MS + usual);
    const student = await ask(callNamed('listOrders'));
    expect(student.status).toBe(200);
  });

  it('should not let those who wait pile up', async () => {
    const many = (calls: readonly Call[]): readonly Call[] =>
      Array.from({ length: 200 / calls.length }, () => calls).flat();
    const timed = async (calls: readonly Call[]): Promise<[readonly Answer[], number]> => {
      const began = performance.now();
      return [await Promise.all(calls.map(ask)), performance.now() - began];
    };
    // The normal time of so many requests on this machine.
    const [, normally] = await timed(many([callNamed('getProductById')]));
    await disturb();
    const names = ['own user', 'register', 'listOrders', 'content as anyone'];
    const [answers, milliseconds] = await timed(many(names.map(callNamed)));
    expect(answers.filter((answer) => !isUnavailable(answer))).toEqual([]);
    expect(milliseconds).toBeLessThan(SOON_MS + 4 * normally);
  });
});

it('should say it in the caller’s language, and to pages of allowed origins', async () => {
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

it('should get over connections that died without a sign', async () => {
  await Promise.all(Array.from({ length: 10 }, () => ask(callNamed('own user'))));
  proxy.hangExisting();
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(callNamed('own user'))));
  for (const answer of answers) {
    expect([200, 503]).toContain(answer.status);
    expect(answer.milliseconds).toBeLessThan(SOON_MS);
  }
  expect(await untilBack()).toBeLessThan(SOON_MS);
});

it('should leave a long query alone', async () => {
  const client = new Client(database.url);
  await client.connect();
  await client.query('BEGIN; LOCK TABLE up_users IN ACCESS EXCLUSIVE MODE');
  const waiting = ask(callNamed('own user'));
  await sleep(SOON_MS);
  await client.query('COMMIT');
  await client.end();
  const { status, milliseconds } = await waiting;
  expect(status).toBe(200);
  expect(milliseconds).toBeGreaterThan(SOON_MS - 500);
});

describe('after a failover to a server that only reads', () => {
  const everywhere = async (sql: string): Promise<void> => {
    const client = new Client(database.url);
    await client.connect();
    await client.query('SET default_transaction_read_only = off');
    await client.query(sql);
    await client.end();
  };

  const setReadOnly = (value: 'on' | 'off'): Promise<void> =>
    everywhere(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = ${value}', current_database()); END $$`,
    );

  const endConnections = (): Promise<void> =>
    everywhere(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );

  afterEach(() => setReadOnly('off'));

  it('should refuse writes for a while, go on reading, and find the server that can be written to', async () => {
    await setReadOnly('on');
    await endConnections();
    const register = { ...callNamed('register'), body: () => newAccount() };
    const deadline = Date.now() + 5_000;
    // A running query is cut off; later ones get the server's refusal.
    while ((await ask(callNamed('listOrders'))).status !== 200) {
      if (Date.now() > deadline) throw new Error('It does not read');
    }
    expect(await wrongAnswers([register, callNamed('publish'), callNamed('save a draft')])).toEqual(
      [],
    );
    expect((await ask(callNamed('listOrders'))).status).toBe(200);
    // Searches cannot be counted on a read-only database.
    await service.request.get('/api/search').query({ lang: 'es', q: 'nothing' }).expect(200);

    await setReadOnly('off');
    expect(await untilBack()).toBeLessThan(RECOVERY_MS + usual);
  });
});

it('should have met with nothing that nobody waited for', () => {
  expect(service.output()).not.toContain('nobody waited');
  expect(service.output()).not.toContain('already executing a query');
});
