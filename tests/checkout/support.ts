import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Core } from '@strapi/types';
import { Client } from 'pg';
import type Stripe from 'stripe';
import { type App, startApp } from '../support/app';
import type { TestDatabase } from '../support/database';
import { until } from '../support/until';
import { killOnFileEnd } from '../support/host';
import { portOf } from '../support/ports';

const root = path.resolve(__dirname, '../..');

export const accounts = [
  { name: 'main', secretKey: 'sk_test_main_0123', webhookSecret: 'whsec_main_0123' },
  { name: 'partners', secretKey: 'sk_test_partners_0123', webhookSecret: 'whsec_partners_0123' },
] as const;

type Json = Record<string, unknown>;

/** The stand-in for the provider, in its own process. */
export type StandIn = {
  url: string;
  control: <T = unknown>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: Json,
  ) => Promise<T>;
  /** Changes a session as its customer or the bank would. */
  act: (sessionId: string, action: string, body?: Json) => Promise<void>;
  objects: <T>(account: string, kind: string) => Promise<T[]>;
  fault: (fault: Json) => Promise<void>;
  stop: () => Promise<void>;
};

const firstLine = async (child: ChildProcess): Promise<string> => {
  if (child.stdout === null) throw new Error('The stand-in has no output');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return line;
};

/** @param samples a folder of sample products to sell */
export const startStandIn = async (samples?: string): Promise<StandIn> => {
  const settings = { accounts, samples, port: await portOf('payments') };
  const child = killOnFileEnd(
    spawn(process.execPath, [path.join(root, '.tmp/tools/sandbox/pay/main.js')], {
      env: { ...process.env, SANDBOX_PAY: JSON.stringify(settings) },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  const { url } = JSON.parse(await firstLine(child)) as { url: string };
  const control: StandIn['control'] = async (method, index, body) => {
    const response = await fetch(`${url}/_control/${index}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${index}: ${JSON.stringify(answer)}`);
    return answer as never;
  };
  return {
    url,
    control,
    act: async (sessionId, action, body = {}) => {
      await control('POST', `sessions/${sessionId}/${action}`, body);
    },
    objects: (account, kind) => control('POST', 'objects', { account, kind }),
    fault: async (fault) => {
      await control('POST', 'faults', fault);
    },
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
};

/** The settings that connect the service with the stand-in. */
export const checkoutEnvironment = (standIn: Pick<StandIn, 'url'>): Record<string, string> => ({
  PAY_ACCOUNTS: 'Main,partners',
  PAY_MAIN_SECRET_KEY: accounts[0].secretKey,
  PAY_MAIN_WEBHOOK_SECRET: accounts[0].webhookSecret,
  PAY_PARTNERS_SECRET_KEY: accounts[1].secretKey,
  PAY_PARTNERS_WEBHOOK_SECRET: accounts[1].webhookSecret,
  PAY_API_BASE: standIn.url,
  PAY_TIMEOUT_MS: '700',
  CHECKOUT_RETURN_HOSTS: 'shop.example.com,*.campus.example.com',
  CHECKOUT_ATTEMPTS_PER_MINUTE: '10000',
});

/** Sends further events of the stand-in to the service. */
export const deliverTo = async (standIn: StandIn, url: string): Promise<void> => {
  for (const { name } of accounts) {
    await standIn.control('POST', 'webhooks', {
      account: name,
      url: `${url}/api/checkout/webhook/${name}`,
      delivering: true,
    });
  }
};

/** Stores events of the stand-in without sending them. */
export const holdEvents = async (standIn: StandIn): Promise<void> => {
  for (const { name } of accounts) {
    await standIn.control('POST', 'webhooks', { account: name, delivering: false });
  }
};

const products = [
  { id: 'prod_course', SKU: 'COURSE-1', title: 'Curso de prueba', payCrm: 'MAIN' },
  { id: 'prod_book', SKU: 'BOOK-1', title: 'Libro de prueba', payCrm: 'main', takesCodes: true },
  { id: 'prod_partner', SKU: 'PARTNER-1', title: 'Curso de un socio', payCrm: 'partners' },
  { id: 'prod_hidden', SKU: 'HIDDEN-1', title: 'Borrador', payCrm: 'main', isDraft: true },
];

/** Creates two business lines, and products sold in the first of them. */
export const fillCatalogue = async (strapi: Core.Strapi): Promise<void> => {
  const verticals = await Promise.all(
    ['medicina', 'psicologia'].map((slug) =>
      strapi.documents('api::vertical.vertical').create({ data: { name: slug, slug } as never }),
    ),
  );
  for (const { id, SKU, title, payCrm, isDraft, takesCodes } of products) {
    await strapi.documents('api::product.product').create({
      data: {
        title,
        slug: SKU.toLowerCase(),
        SKU,
        order: 0,
        payID: id,
        payCrm,
        allowsPromotionCodes: takesCodes === true,
        verticals: [verticals[0]?.documentId],
      } as never,
      locale: 'es',
      ...(isDraft !== true && { status: 'published' as const }),
    });
  }
};

/** Creates these products at the provider, with their prices. */
export const fillProvider = async (standIn: StandIn): Promise<void> => {
  for (const { name } of accounts) {
    await standIn.control('POST', 'catalogue', {
      account: name,
      products: products.map(({ id, title }) => ({ id, name: title })),
      prices: products.flatMap(({ id }) => [
        { id: `price_${id}`, productId: id, amount: 4_900 },
        { id: `price_${id}_monthly`, productId: id, amount: 900, interval: 'month' },
        { id: `price_${id}_old`, productId: id, amount: 100, active: false },
      ]),
    });
  }
};

let customerCount = 0;

/** Returns a valid request, by default of a new customer. */
export const purchase = (changes: Json = {}): Json => {
  customerCount += 1;
  return {
    priceID: 'price_prod_course',
    productPayID: 'prod_course',
    success_url: 'https://shop.example.com/thanks?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://shop.example.com/basket',
    customer_email: `customer${customerCount}@example.com`,
    origin: 'main',
    vertical: 'medicina',
    ...changes,
  };
};

export const subscription = (changes: Json = {}): Json =>
  purchase({ priceID: 'price_prod_course_monthly', ...changes });

export type OrderRecord = {
  session_id: string;
  state: string;
  session_status: string;
  payment_status: string;
  amount_refunded: number;
  version: number;
  timeline: { kind: string; key: string; at: string }[];
};

export const onDatabase = async <T>(
  { url }: TestDatabase,
  work: (client: Client) => Promise<T>,
): Promise<T> => {
  const client = new Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const timelineOf = (value: unknown): OrderRecord['timeline'] =>
  (typeof value === 'string' ? JSON.parse(value) : value) as OrderRecord['timeline'];

export const ordersIn = (database: TestDatabase): Promise<OrderRecord[]> =>
  onDatabase(database, async (client) => {
    const { rows } = await client.query<OrderRecord>('select * from checkout_orders order by id');
    return rows.map((row) => ({ ...row, timeline: timelineOf(row.timeline) }));
  });

export const orderOf = async (
  database: TestDatabase,
  sessionId: string,
): Promise<OrderRecord | undefined> =>
  (await ordersIn(database)).find((order) => order.session_id === sessionId);

/** Creates a student with a confirmed address. Returns the account's number and an Authorization header. */
export const enrol = async (
  strapi: Core.Strapi,
  email: string,
): Promise<{ id: number; bearer: string }> => {
  const user = (await strapi.db.query('plugin::users-permissions.user').create({
    data: { email, username: email, provider: 'local', confirmed: true, blocked: false },
  })) as { id: number };
  const tokens = strapi.plugin('users-permissions').service('jwt') as unknown as {
    issue: (payload: { id: number }) => string | Promise<string>;
  };
  return { id: user.id, bearer: `Bearer ${await tokens.issue({ id: user.id })}` };
};

export const untilState = (
  database: TestDatabase,
  sessionId: string,
  state: string,
): Promise<boolean> =>
  until(
    async () => (await orderOf(database, sessionId))?.state === state,
    Boolean,
    `The order's state ${state}`,
  );

/** Returns the codes of failed responses. */
export const codeOf = (response: { body: unknown }): string | undefined =>
  (response.body as { error?: { details?: { code?: string } } }).error?.details?.code;

export type Session = Stripe.Checkout.Session;

/** Starts the service with products to sell, and their provider. */
export const openShop = async (
  runtimeEnv: Record<string, string> = {},
  env: Record<string, string> = {},
): Promise<{ standIn: StandIn; app: App }> => {
  const standIn = await startStandIn();
  const app = await startApp({
    env,
    runtimeEnv: { ...checkoutEnvironment(standIn), ...runtimeEnv },
  });
  await fillProvider(standIn);
  await fillCatalogue(app.strapi);
  return { standIn, app };
};
