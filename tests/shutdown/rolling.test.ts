import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  generous,
  newAccount,
  openMailbox,
  PASSWORD,
  type Mailbox,
} from '../account/support/accounts';
import {
  checkoutEnvironment,
  deliverTo,
  fillCatalogue,
  fillProvider,
  purchase,
  startStandIn,
  type StandIn,
} from '../checkout/support';
import { startApp } from '../support/app';
import { createDatabase, type TestDatabase } from '../support/database';
import { describeBehindHaproxy, startHaproxy, type Haproxy } from '../support/haproxy';
import { freePort } from '../support/ports';
import { startProcess, type ServiceProcess } from '../support/process';
import { share } from '../support/effort';
import { until } from '../support/until';

/**
 * Replaces two nodes behind HAProxy, configured as documented, while clients read, log in, register and pay. The proxy
 * does not resend accepted requests, so a node must not drop one when it stops.
 */

/** An even number, so that each node is replaced equally often. */
const REPLACEMENTS = 2 * share(3);

/** The pause between two requests of a client, because one machine runs clients, proxy, nodes and database. */
const PAUSE_MS = 50;

/** The least number of responses of each kind. */
const MIN_RESPONSES = 30;

type Call = { method?: string; path: string; body?: object; headers?: Record<string, string> };

type Answer = { status: number; body: string };

describeBehindHaproxy('rolling update behind HAProxy', () => {
  let database: TestDatabase;
  let standIn: StandIn;
  let mailbox: Mailbox;
  let haproxy: Haproxy | undefined;
  let ports: readonly [number, number];
  const nodes: ServiceProcess[] = [];
  const agent = new Agent({ keepAlive: true });

  const startNode = (at: number): Promise<ServiceProcess> =>
    startProcess({
      database,
      port: ports[at] ?? 0,
      env: {
        ...generous,
        ...mailbox.env,
        ...mailbox.runtimeEnv,
        ...checkoutEnvironment(standIn),
        PAY_TIMEOUT_MS: '10000',
        // Hides the database driver's warning from the output.
        NODE_OPTIONS: '--no-deprecation',
        SHUTDOWN_DELAY_SECONDS: '3',
      },
    });

  beforeAll(async () => {
    [standIn, mailbox, database] = await Promise.all([
      startStandIn(),
      openMailbox(),
      createDatabase(),
    ]);
    const app = await startApp({ database, env: checkoutEnvironment(standIn) });
    await fillProvider(standIn);
    await fillCatalogue(app.strapi);
    await app.stop();
    ports = [await freePort(), await freePort()];
    nodes.push(await startNode(0));
    nodes.push(await startNode(1));
    haproxy = await startHaproxy({ front: await freePort(), statistics: await freePort() }, ports);
    await deliverTo(standIn, haproxy.url);
  });

  afterAll(async () => {
    agent.destroy();
    await haproxy?.stop();
    await Promise.all(nodes.map((node) => node.kill('SIGKILL')));
    await standIn.stop();
    await mailbox.close();
    await database.drop();
  });

  const send = ({ method = 'GET', path, body, headers = {} }: Call): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
      const clientRequest = request(
        `${haproxy?.url ?? ''}${path}`,
        { method, agent, headers: { ...headers, ...type }, timeout: 30_000 },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8');
          answer.on('data', (chunk: string) => (text += chunk));
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
          answer.on('error', reject);
        },
      );
      clientRequest.on('timeout', () =>
        clientRequest.destroy(new Error('no answer within 30 seconds')),
      );
      clientRequest.on('error', reject);
      clientRequest.end(body === undefined ? undefined : JSON.stringify(body));
    });

  const responseCounts = { hot: 0, cold: 0, login: 0, register: 0, profile: 0, checkout: 0 };
  const failures: string[] = [];

  /** Sends a request and counts it. Returns the body of an expected response. */
  const expectOk = async (
    kind: keyof typeof responseCounts,
    call: Call,
  ): Promise<string | null> => {
    const answer = await send(call).catch((error: unknown) => String(error));
    if (typeof answer === 'object' && answer.status === 200) {
      responseCounts[kind] += 1;
      return answer.body;
    }
    failures.push(
      `${new Date().toISOString()} ${kind} ${call.path}: ${JSON.stringify(answer).slice(0, 300)}`,
    );
    return null;
  };

  const post = (path: string, body: object): Call => ({ method: 'POST', path, body });

  const logIn = async (email: string): Promise<string | null> => {
    const credentials = { email, password: PASSWORD };
    const body = await expectOk('login', post('/api/user-endpoints/login', credentials));
    return body === null ? null : (JSON.parse(body) as { jwt: string }).jwt;
  };

  let page = 0;

  const callers: (() => Promise<unknown>)[] = [
    () => expectOk('hot', { path: '/api/products/allProducts' }),
    () => expectOk('hot', { path: '/api/products/productBySlug/course-1/es' }),
    () => expectOk('cold', { path: `/api/products/allProducts?page=${(page += 1)}` }),
    () => expectOk('checkout', post('/api/create-checkout-session', purchase())),
    async () => {
      const account = newAccount();
      if ((await expectOk('register', post('/api/user-endpoints/register', account))) === null) {
        return;
      }
      const jwt = await logIn(account.email);
      if (jwt === null) return;
      await expectOk('profile', {
        method: 'PUT',
        path: '/api/user-endpoints/update-profile',
        headers: { Authorization: `Bearer ${jwt}` },
        body: { phone: '600 000 000' },
      });
    },
  ];

  it('fails no request', async () => {
    let isOver = false;
    const running = callers.map(async (call) => {
      while (!isOver) {
        await call();
        await sleep(PAUSE_MS);
      }
    });
    const codes: unknown[] = [];
    const outputs: string[] = [];
    for (let roll = 0; roll < REPLACEMENTS && failures.length === 0; roll += 1) {
      const at = roll % 2;
      const oldNode = nodes[at];
      if (oldNode === undefined) throw new Error(`There is no node ${at}`);
      oldNode.signal('SIGTERM');
      codes.push(await oldNode.ended());
      outputs.push(oldNode.output());
      nodes[at] = await startNode(at);
      await until(() => haproxy?.isUp(`cms${at + 1}`));
    }
    await until(
      () =>
        failures.length > 0 ||
        Object.values(responseCounts).every((times) => times > MIN_RESPONSES),
    );
    isOver = true;
    await Promise.all(running);

    expect(failures).toEqual([]);
    expect(codes).toEqual(Array.from({ length: REPLACEMENTS }, () => 0));
    expect(outputs.join('')).toBe('');
    for (const kind of Object.values(responseCounts)) expect(kind).toBeGreaterThan(MIN_RESPONSES);
    process.stdout.write(`answered while nodes were replaced: ${JSON.stringify(responseCounts)}\n`);
  });
});
