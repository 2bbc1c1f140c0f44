import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Client } from 'pg';
import {
  bearer,
  generous,
  type Mailbox,
  newAccount,
  openMailbox,
} from '../account/support/accounts';
import { createDatabase, type TestDatabase } from '../support/database';
import { fillDatabase, insertApiToken } from '../support/fill';
import { startProcess, type ServiceProcess } from '../support/process';
import { until } from '../support/until';

let database: TestDatabase;
let mailbox: Mailbox;
let token: string;
const running: ServiceProcess[] = [];
const agent = new Agent({ keepAlive: true });

/** Much more than the system buffers, so that the rest of a response is in the process. */
const MANY_BYTES = 24_000_000;

/** Users whose list is larger than that. A few large rows are faster than many small ones. */
const USERS = 8_000;
const BYTES_OF_USER = 4_000;

beforeAll(async () => {
  mailbox = await openMailbox();
  database = await createDatabase({ seed: true });
  token = await insertApiToken(database);
  await fillDatabase(database, async (client) => {
    await client.query(
      `UPDATE products SET syllabus = repeat('x', ${MANY_BYTES})
     WHERE id = (SELECT min(id) FROM products WHERE published_at IS NOT NULL)`,
    );
    await client.query(
      `INSERT INTO up_users (document_id, email, username, billing_address, password)
     SELECT 'bulk' || n, 'bulk' || n || '@example.com', 'bulk' || n || '@example.com',
            jsonb_build_object('street', repeat('x', ${BYTES_OF_USER})), 'a secret hash'
     FROM generate_series(1, ${USERS}) n`,
    );
  });
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.kill('SIGKILL')));
});

afterAll(async () => {
  agent.destroy();
  await mailbox.close();
  await database.drop();
});

const start = async (env: Record<string, string> = {}): Promise<ServiceProcess> => {
  const service = await startProcess({
    database,
    env: { ...generous, ...mailbox.env, ...mailbox.runtimeEnv, ...env },
  });
  running.push(service);
  return service;
};

/** Opens a connection without sending data. */
const openConnection = ({ url }: ServiceProcess): Promise<Socket> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('connect', () => resolve(socket));
  });
};

const refusesConnections = (service: ServiceProcess): Promise<boolean> =>
  openConnection(service).then(
    (socket) => {
      socket.destroy();
      return false;
    },
    (error: unknown) => (error as NodeJS.ErrnoException).code === 'ECONNREFUSED',
  );

/** Sends a request on a persistent connection. Returns the response before its body is read. */
const send = (
  { url }: ServiceProcess,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: object; body?: object } = {},
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const clientRequest = request(
      url + path,
      { method, agent, headers: { ...headers, ...type } },
      resolve,
    );
    clientRequest.on('error', reject);
    clientRequest.end(body === undefined ? undefined : JSON.stringify(body));
  });

/** Reads the rest of a response. */
const readBody = async (answer: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

const countWaiting = async (client: Client, table: string): Promise<number> => {
  const { rows } = await client.query<{ count: string }>(
    'SELECT count(*) FROM pg_locks WHERE relation = $1::regclass AND NOT granted',
    [table],
  );
  return Number(rows[0]?.count);
};

/** Locks tables until they are released. */
const lock = async (...tables: string[]) => {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`);
  return {
    isWaitedFor: async (table: string) => (await countWaiting(client, table)) > 0,
    release: () => client.end(),
  };
};

it('SIGTERM – running requests finish, new connections are refused, and nothing is logged', async () => {
  const service = await start();
  const tables = await lock('up_users', 'products');
  const registered = send(service, '/api/user-endpoints/register', {
    method: 'POST',
    body: newAccount(),
  });
  const listed = send(service, '/api/products/allProducts?lang=es');
  await until(() => tables.isWaitedFor('up_users'), Boolean, 'The registration');
  await until(() => tables.isWaitedFor('products'), Boolean, 'The list');

  service.signal('SIGTERM');
  await until(() => refusesConnections(service), Boolean, 'The end of new connections');
  await tables.release();

  const [registration, list] = await Promise.all([registered, listed]);
  const texts = await Promise.all([readBody(registration), readBody(list)]);
  expect([registration.statusCode, list.statusCode]).toEqual([200, 200]);
  expect((JSON.parse(texts[1]) as { data: unknown[] }).data.length).toBeGreaterThan(20);
  expect(await service.ended()).toBe(0);
  expect(service.output()).toBe('');
});

it('SIGTERM – slow readers receive their whole response', async () => {
  const service = await start();
  const { body } = await service.request.get('/api/products/allProducts?pageSize=100&page=1');
  const products = (body as { data: { slug: string; locale: string; publishedAt: string }[] }).data;
  const details = products.map(
    ({ slug, locale }) => `/api/products/productBySlug/${slug}/${locale}`,
  );
  const lengths = await Promise.all(
    details.map(async (path) => Number((await send(service, path)).headers['content-length'])),
  );
  const longPath = details[lengths.findIndex((length) => length > MANY_BYTES)] ?? '';

  // One response comes from the cache at once; the other is still read from the database.
  const cachedResponse = await send(service, longPath);
  const streamedResponse = await send(service, '/api/user-endpoints/users', {
    headers: Object.fromEntries([bearer(token)]),
  });
  const idleConnection = await openConnection(service);
  expect([
    cachedResponse.statusCode,
    streamedResponse.statusCode,
    cachedResponse.headers['x-cache'],
  ]).toEqual([200, 200, 'HIT']);

  service.signal('SIGTERM');
  // The service closes idle connections at once; the two responses must continue.
  await once(idleConnection, 'close');
  await until(() => refusesConnections(service), Boolean, 'The end of new connections');

  const texts = [await readBody(cachedResponse), await readBody(streamedResponse)] as const;
  expect((JSON.parse(texts[0]) as { syllabus: string }).syllabus).toHaveLength(MANY_BYTES);
  expect(texts[1].length).toBeGreaterThan(MANY_BYTES);
  expect((JSON.parse(texts[1]) as unknown[]).length).toBeGreaterThanOrEqual(USERS);
  expect(await service.ended()).toBe(0);
  expect(service.output()).toBe('');
});

it('SIGINT – idle connections – do not delay the end', async () => {
  const service = await start({ SHUTDOWN_SECONDS: '60' });
  await readBody(await send(service, '/api/products/books'));
  await openConnection(service);
  const startedAt = performance.now();
  service.signal('SIGINT');
  expect(await service.ended()).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(15_000);
  expect(service.output()).toBe('');
});

it('SIGTERM – SHUTDOWN_DELAY_SECONDS – /_ready returns 503 while requests are still answered', async () => {
  const service = await start({ SHUTDOWN_DELAY_SECONDS: '60' });
  const cachedPath = '/api/products/books';
  for (let time = 0; time < 2; time += 1) {
    const { connection } = (await send(service, cachedPath).then((a) => (a.resume(), a))).headers;
    expect(connection).toBe('keep-alive');
  }
  service.signal('SIGTERM');
  // A second SIGTERM soon after the first is only passed on by a parent process.
  service.signal('SIGTERM');
  const startedAt = performance.now();
  await until(
    async () => (await send(service, '/_ready').then((a) => (a.resume(), a))).statusCode === 503,
    Boolean,
    'The answer that it is not ready',
  );
  const draining = await send(service, '/_ready');
  expect(draining.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
  expect(JSON.parse(await readBody(draining))).toEqual({ status: 'draining', parts: {} });

  const cachedAnswer = await send(service, cachedPath);
  expect(cachedAnswer.headers).toMatchObject({ 'x-cache': 'HIT', connection: 'close' });
  await readBody(cachedAnswer);
  const newAnswer = await send(service, '/api/products/books?page=2&pageSize=3');
  expect([newAnswer.statusCode, newAnswer.headers.connection]).toEqual([200, 'close']);
  await readBody(newAnswer);
  const alive = await send(service, '/_health');
  expect(alive.statusCode).toBe(204);
  await readBody(alive);

  // A later second signal ends the process at once.
  const secondSignal = setInterval(() => service.signal('SIGINT'), 50);
  expect(await service.ended()).toBe(130);
  clearInterval(secondSignal);
  const duration = performance.now() - startedAt;
  expect(duration).toBeGreaterThan(1_000);
  expect(duration).toBeLessThan(30_000);
});

it('SIGTERM – requests longer than SHUTDOWN_SECONDS – are cut, and the process ends', async () => {
  const env = { SHUTDOWN_SECONDS: '1', LOG_LEVEL: 'warn' };
  const [sending, querying] = await Promise.all([start(env), start(env)]);

  // One node waits for the rest of a request, the other for the database.
  const incompleteRequest = await openConnection(sending);
  incompleteRequest.resume();
  incompleteRequest.write(
    'POST /api/user-endpoints/login HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{',
  );
  const tables = await lock('products');
  const blockedRequest = send(querying, '/api/products/allProducts?lang=es').then(
    () => 'answered',
    () => 'cut',
  );
  await until(() => tables.isWaitedFor('products'), Boolean, 'The list');
  // This response proves that the node has read the incomplete request.
  await readBody(await send(sending, '/_health'));

  const startedAt = performance.now();
  for (const service of [sending, querying]) service.signal('SIGTERM');
  await once(incompleteRequest, 'close');
  expect(performance.now() - startedAt).toBeGreaterThan(900);
  expect(await sending.ended()).toBe(0);
  expect(await blockedRequest).toBe('cut');
  // The database never responds, which must not keep the process alive.
  expect(await querying.ended()).not.toBeNull();
  expect(performance.now() - startedAt).toBeLessThan(40_000);
  await tables.release();
  expect(sending.output()).toContain('shutdown: 1 connections were cut after 1 s');
});
