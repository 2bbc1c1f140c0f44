import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createApi, type ApiCall } from './api';
import { createControl, type Call } from './control';
import { keyInUse, keyReused, Refusal, unauthorized } from './errors';
import { createFaults } from './faults';
import { decodeForm } from './form';
import { newId } from './objects';
import { createPages } from './pages';
import { createPayments } from './payments';
import { createSaver, createStore, noSaver, readSaved, type Objects, type Kind } from './store';
import type { Tenant } from './tenants';
import { createWebhooks, type Account } from './webhooks';

const API_VERSION = '2026-10-28.endive';

const EXPIRY_CHECK = 30_000;

/**
 * Response delay in milliseconds. Without it, calls that overlap in production would never overlap
 * here.
 */
const THINKING = 5;

const read = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const secretKeyOf = ({ authorization = '' }: { authorization?: string | undefined }): string => {
  const [scheme, value = ''] = authorization.split(' ');
  if (scheme === 'Bearer') return value;
  if (scheme === 'Basic') return Buffer.from(value, 'base64').toString().split(':')[0] ?? '';
  return '';
};

type KeyedCall = ApiCall & { key: string | undefined; text: string };

/** Runs a call, or repeats the response stored under its idempotency key. */
const runOnce = ({ api, store }: Tenant, { key, text, ...call }: KeyedCall) => {
  if (call.method !== 'POST' || key === undefined) return { body: api(call), isReplay: false };
  const fingerprint = createHash('sha256').update(`${call.path}\n${text}`).digest('hex');
  const previous = store.keys.get(key);
  if (previous === undefined) {
    const body = api(call);
    store.keys.set(key, { fingerprint, body: structuredClone(body) });
    return { body, isReplay: false };
  }
  if (previous.fingerprint !== fingerprint) throw keyReused(key);
  return { body: previous.body, isReplay: true };
};

export type PayOptions = {
  accounts: readonly Account[];
  /** Returns the products and prices that an account sells. */
  catalogue?: (account: string) => Objects[Kind][];
  host?: string;
  port?: number;
  /** File that stores customers, sessions and payments between runs. */
  stateFile?: string;
};

/** Starts a stand-in for the payment provider on this machine. */
export const startPay = async ({
  accounts,
  catalogue = () => [],
  host = '127.0.0.1',
  port = 0,
  stateFile,
}: PayOptions): Promise<{ url: string; close: () => Promise<void> }> => {
  const saved = stateFile === undefined ? {} : readSaved(stateFile);
  let address = '';
  const faults = createFaults();
  const calls: Call[] = [];
  const inFlight = new Set<string>();

  const tenants = new Map(
    accounts.map((account): [string, Tenant] => {
      const store = createStore(saved[account.name]);
      for (const object of catalogue(account.name)) store.put(object);
      const webhooks = createWebhooks({ account, store, apiVersion: API_VERSION });
      const payments = createPayments({ store, emit: webhooks.emit });
      const api = createApi({ store, payments, origin: () => address });
      return [account.name, { account, store, webhooks, payments, api }];
    }),
  );
  const saver =
    stateFile === undefined
      ? noSaver
      : createSaver(stateFile, () =>
          Object.fromEntries([...tenants].map(([name, { store }]) => [name, store])),
        );

  const call = async (request: IncomingMessage, keyed: KeyedCall) => {
    const key = secretKeyOf(request.headers);
    const tenant = [...tenants.values()].find(({ account }) => account.secretKey === key);
    if (tenant === undefined) throw unauthorized();
    if (keyed.key === undefined) return runOnce(tenant, keyed);
    const flight = `${tenant.account.name} ${keyed.key}`;
    if (inFlight.has(flight)) throw keyInUse();
    inFlight.add(flight);
    try {
      await wait(THINKING);
      return runOnce(tenant, keyed);
    } finally {
      inFlight.delete(flight);
      saver.changed();
    }
  };

  const answerApi = async (
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
  ): Promise<void> => {
    const { method = 'GET', headers } = request;
    const path = url.pathname;
    const text = await read(request);
    const header = headers['idempotency-key'];
    const key = typeof header === 'string' ? header : undefined;
    calls.push({ method, path, key });
    const fault = await faults.before({ method, path, request, response });
    if (fault === 'done') return;

    const send = (status: number, body: unknown, isReplay = false): void => {
      const json = JSON.stringify(body, null, 2);
      if (status === 200 && faults.after(fault, { request, response, body: json })) return;
      response.writeHead(status, {
        'content-type': 'application/json',
        'request-id': newId('req', 14),
        'stripe-version': headers['stripe-version'] ?? API_VERSION,
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(isReplay && { 'idempotent-replayed': 'true' }),
      });
      response.end(json);
    };

    try {
      const params = decodeForm(method === 'POST' ? text : url.search.slice(1));
      const { body, isReplay } = await call(request, { method, path, params, key, text });
      send(200, body, isReplay);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      send(error.status, { error: error.error });
    }
  };

  const pages = createPages({ tenants, changed: saver.changed });
  const control = createControl({ tenants, faults, calls, changed: saver.changed });

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://sandbox');
    if (url.pathname.startsWith('/v1/')) return answerApi(request, response, url);
    const text = await read(request);
    if (url.pathname.startsWith('/_control/')) control(request, response, url, text);
    else pages(request, response, url, text);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) return;
      const isRefusal = error instanceof Refusal;
      response.writeHead(isRefusal ? error.status : 500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: isRefusal ? error.error : { message: String(error) } }));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  address = `http://${host}:${(server.address() as AddressInfo).port}`;

  const expiring = setInterval(() => {
    for (const { store, payments } of tenants.values()) {
      const isOver = ({ status, expires_at: end }: Objects['checkout.session']) =>
        status === 'open' && end * 1000 < Date.now();
      for (const session of store.list('checkout.session', isOver)) payments.expire(session);
    }
  }, EXPIRY_CHECK).unref();

  return {
    url: address,
    async close() {
      clearInterval(expiring);
      for (const { webhooks } of tenants.values()) webhooks.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await saver.flush();
    },
  };
};
