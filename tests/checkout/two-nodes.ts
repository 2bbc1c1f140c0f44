import { setTimeout as sleep } from 'node:timers/promises';
import { type Mailbox, openMailbox } from '../account/support/mailbox';
import { signInFirst } from '../support/admin';
import { type App, startApp } from '../support/app';
import { createDatabase, type TestDatabase } from '../support/database';
import { openProxy, type Proxy } from '../support/database-proxy';
import { freePort } from '../support/ports';
import { type ServiceProcess, startProcess } from '../support/process';
import { pick, type Random } from '../support/random';
import { type StandIn as Receiver, startStandIn as startReceiver } from '../support/stand-in';
import { createEndpoint, type Endpoint, quick } from '../webhooks/support';
import { type Courier, startCourier } from './courier';
import {
  checkoutEnvironment,
  deliverTo,
  enrol,
  fillCatalogue,
  fillProvider,
  type StandIn,
  startStandIn,
} from './support';

/** A request of a page, which may go to any node. */
export type Request = {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: object;
};

type Answer = { status: number; code: string | undefined; hasRetryAfter: boolean; body: unknown };

export type Student = { email: string; bearer: string };

/** A shop with two nodes and its environment. */
export type Shop = {
  database: TestDatabase;
  /** The nodes' connection to the database. */
  proxy: Proxy;
  provider: StandIn;
  courier: Courier;
  mailbox: Mailbox;
  /** The learning platform, and its webhook endpoint. */
  platform: Receiver;
  endpoint: Endpoint;
  students: readonly Student[];
  /** Kills a node, and starts it again at its address. */
  killNode: (at: number) => Promise<void>;
  /** Kills both nodes, and replaces them by a service in the suite's own process. */
  replaceNodes: (beforeStart: () => Promise<unknown>) => Promise<App>;
  /** Sends a request to either node until it succeeds, like a page that a customer waits for. */
  ask: <T>(request: Request) => Promise<T>;
  /** Responses that no caller should get. */
  wrong: unknown[];
  stop: () => Promise<void>;
};

/** The provider's price of three instalments. */
export const IN_THREE = 'price_in_3';

/** Returns whether a response reports no loss and the caller should retry. */
const isTemporary = ({ status, code, hasRetryAfter }: Answer): boolean =>
  (status === 503 && hasRetryAfter) ||
  (status === 409 && code === 'CHECKOUT_IN_PROGRESS') ||
  code?.startsWith('PROVIDER_') === true;

const fill = async (app: App, provider: StandIn): Promise<Student[]> => {
  await fillProvider(provider);
  const course = { productId: 'prod_course', amount: 1_650, interval: 'month' };
  await provider.control('POST', 'catalogue', {
    account: 'main',
    prices: [{ id: IN_THREE, ...course, metadata: { instalments: '3' } }],
  });
  await fillCatalogue(app.strapi);
  return Promise.all(
    ['ana', 'luis'].map(async (name) => {
      const email = `${name}@example.com`;
      return { email, bearer: (await enrol(app.strapi, email)).bearer };
    }),
  );
};

export const openShopOfTwo = async (random: Random): Promise<Shop> => {
  const [database, provider, platform, mailbox] = await Promise.all([
    createDatabase(),
    startStandIn(),
    startReceiver(),
    openMailbox(),
  ]);
  const proxy = await openProxy(database.url);
  const env = {
    ...checkoutEnvironment(provider),
    ...quick,
    ...mailbox.env,
    ...mailbox.runtimeEnv,
    WEBHOOKS_TRIES: '8',
    DATABASE_TIMEOUT_MS: '2500',
  };
  const first = await startApp({ database, env });
  const students = await fill(first, provider);
  const endpoint = await createEndpoint(await signInFirst(first), {
    url: `${platform.url}/enrol`,
    events: ['order.paid', 'order.refunded', 'subscription.renewed'],
  });
  await first.stop();

  const startNode = async (port: number): Promise<ServiceProcess & { port: number }> => {
    const node = await startProcess({ database: { ...database, url: proxy.url }, env, port });
    return { ...node, port };
  };
  // Nodes start in sequence: on a busy machine, two starts at once exceed the short timeouts.
  const nodes = [await startNode(await freePort()), await startNode(await freePort())];
  let replacement: App | undefined;
  const addresses = (): string[] =>
    (replacement === undefined ? nodes : [replacement]).map(({ url }) => url);
  const courier = await startCourier(random, addresses);
  await deliverTo(provider, courier.url);
  const killAll = () => Promise.all(nodes.map((node) => node.kill('SIGKILL')));
  const wrong: unknown[] = [];

  const send = async ({ method, path, headers, body }: Request): Promise<Answer | null> => {
    try {
      const answer = await fetch(pick(random, addresses()) + path, {
        method,
        headers: { 'Content-Type': 'application/json', ...headers },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const parsed = (await answer.json()) as { error?: { details?: { code?: string } } };
      return {
        status: answer.status,
        code: parsed.error?.details?.code,
        hasRetryAfter: answer.headers.has('retry-after'),
        body: parsed,
      };
    } catch {
      // The node was killed, or ended during its response.
      return null;
    }
  };

  return {
    ...{ database, proxy, provider, courier, mailbox, platform, endpoint, students, wrong },

    async killNode(at) {
      const node = nodes[at];
      if (node === undefined) throw new Error(`There is no node ${at}`);
      await node.kill('SIGKILL');
      nodes[at] = await startNode(node.port);
    },

    async replaceNodes(beforeStart) {
      await killAll();
      await beforeStart();
      replacement = await startApp({ database, env });
      return replacement;
    },

    async ask<T>(request: Request) {
      const deadline = Date.now() + 90_000;
      for (;;) {
        const answer = await send(request);
        if (answer?.status === 200) return answer.body as T;
        if (answer !== null && !isTemporary(answer)) {
          wrong.push({ request, answer });
          throw new Error(`${request.path} answered ${JSON.stringify(answer)}`);
        }
        if (Date.now() > deadline) throw new Error(`${request.path} is not answered any more`);
        await sleep(100);
      }
    },

    async stop() {
      await killAll();
      await replacement?.stop();
      await courier.close();
      await Promise.all([provider.stop(), platform.stop(), mailbox.close(), proxy.close()]);
      await database.drop();
    },
  };
};
