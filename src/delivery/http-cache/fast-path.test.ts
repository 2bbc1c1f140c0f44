import {
  createServer,
  get,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDependencyIndex } from '../invalidation/dependency-index';
import { createMetrics } from '../metrics/metrics';
import { createResponseCache } from './cache';
import { createFastPath, installFastPath } from './fast-path';
import { toStored } from './response';

const metrics = createMetrics();
const index = createDependencyIndex();
const cache = createResponseCache({
  index,
  metrics,
  maxBytes: 1_000_000,
  documentCache: { reassemble: () => null, has: () => false },
});

/** Stub that the tests use to control whether the cache is current. */
const listener = {
  current: true,
  secondsSilent: () => 1.5,
  waiting: [] as ((isCurrent: boolean) => void)[],
  isCurrent: (): boolean => listener.current,
  waitUntilSynced: (): Promise<boolean> =>
    new Promise((resolve) => {
      listener.waiting.push(resolve);
      listener.onWait();
    }),
  onWait: (): void => undefined,
};

let server: Server;
let isUnavailable = false;
let passedOn = 0;

/** Sends a request and reads the whole response; resolves to its head. */
const sendGet = (path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    get({ port, path, headers, host: '127.0.0.1' }, (response) => {
      response.resume();
      response.once('end', () => resolve(response));
    }).once('error', reject);
  });

beforeAll(async () => {
  const fastPath = createFastPath({
    onCacheHit: null,
    cache,
    metrics,
    listener,
    isUnavailable: () => isUnavailable,
    hasDebugHeaders: true,
  });
  const app = {
    callback: () => (_req: IncomingMessage, res: ServerResponse) => {
      passedOn += 1;
      res.setHeader('X-Common', 'yes');
      res.setHeader('xkey', 'all of-another');
      res.end('{}');
      fastPath.learnHeaders(res);
      return Promise.resolve();
    },
  };
  installFastPath(app, fastPath);
  const answer = app.callback();
  server = createServer((req, res) => void answer(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await sendGet('/somewhere');
  const dependencies = {
    contentKeys: new Set(['a']),
    queryResults: [],
    queryKeys: new Set<string>(),
    types: new Set(['api::product.product']),
    cachedTexts: [],
    recomputeOn: new Set(['a']),
  };
  const lifetime = {
    cacheControl: 'public, max-age=0',
    expiresAt: Infinity,
    tags: ['xkey', 'all abc'],
  };
  await cache.get('key', {
    compute: () =>
      Promise.resolve(toStored(Buffer.from('{"kept":true}'), null, dependencies, lifetime)),
    hasSameResults: () => Promise.resolve(true),
  });
  cache.storeAddress('/kept', 'key');
});

afterAll(() => server.close());

beforeEach(() => {
  passedOn = 0;
  listener.current = true;
  listener.waiting = [];
  isUnavailable = false;
});

it('cached address – is answered from the cache with the common headers', async () => {
  const { statusCode, headers } = await sendGet('/kept');
  expect([statusCode, headers['x-cache'], headers['x-common']]).toEqual([200, 'HIT', 'yes']);
  expect([headers['content-length'], headers.xkey]).toEqual(['13', 'all abc']);
  expect(passedOn).toBe(0);

  const notModified = await sendGet('/kept', { 'If-None-Match': String(headers.etag) });
  expect([notModified.statusCode, notModified.headers['x-common']]).toEqual([304, 'yes']);
  expect(notModified.headers.xkey).toBe('all abc');
  expect(notModified.headers['content-type']).toBeUndefined();
});

it.each([
  ['unknown address', '/elsewhere', {}],
  ['request with credentials', '/kept', { Authorization: 'Bearer x' }],
])('%s – is not answered from the cache', async (_case, path, headers) => {
  expect((await sendGet(path, headers)).headers['x-cache']).toBeUndefined();
  expect(passedOn).toBe(1);
});

it('database unavailable – stale response is served and marked as stale', async () => {
  listener.current = false;
  isUnavailable = true;
  const { statusCode, headers } = await sendGet('/kept');
  expect([statusCode, headers['x-cache'], headers['x-common']]).toEqual([200, 'STALE', 'yes']);
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['cache-status']).toBe('"education-cms"; hit; ttl=-2; detail=stale-if-error');
  expect(passedOn).toBe(0);
  await sendGet('/kept', { Authorization: 'Bearer x' });
  await sendGet('/elsewhere');
  expect(passedOn).toBe(2);
});

describe('while the change of its own last write has not arrived', () => {
  const sendWhileNotSynced = async (isSynced: boolean): Promise<IncomingMessage> => {
    listener.current = false;
    const waiting = new Promise<void>((resolve) => {
      listener.onWait = resolve;
    });
    const answer = sendGet('/kept');
    await waiting;
    expect(passedOn).toBe(0);
    listener.current = isSynced;
    for (const resolve of listener.waiting) resolve(isSynced);
    return answer;
  };

  it('the change arrives – is answered from the cache', async () => {
    expect((await sendWhileNotSynced(true)).headers['x-cache']).toBe('HIT');
    expect(passedOn).toBe(0);
  });

  it('the change does not arrive – is not answered from the cache', async () => {
    expect((await sendWhileNotSynced(false)).headers['x-cache']).toBeUndefined();
    expect(passedOn).toBe(1);
  });

  it('address that is not cached – does not wait', async () => {
    listener.current = false;
    await sendGet('/elsewhere');
    expect([listener.waiting.length, passedOn]).toEqual([0, 1]);
  });
});
