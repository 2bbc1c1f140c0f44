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
      listener.asked();
    }),
  asked: (): void => undefined,
};

let server: Server;
let isUnavailable = false;
let reachedBehind = 0;

/** Sends a request and reads the whole response; resolves to its head. */
const ask = (path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> =>
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
      reachedBehind += 1;
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
  await ask('/somewhere');
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
  reachedBehind = 0;
  listener.current = true;
  listener.waiting = [];
  isUnavailable = false;
});

it('should answer what is kept, with the headers that other answers have', async () => {
  const { statusCode, headers } = await ask('/kept');
  expect([statusCode, headers['x-cache'], headers['x-common']]).toEqual([200, 'HIT', 'yes']);
  expect([headers['content-length'], headers.xkey]).toEqual(['13', 'all abc']);
  expect(reachedBehind).toBe(0);

  const again = await ask('/kept', { 'If-None-Match': String(headers.etag) });
  expect([again.statusCode, again.headers['x-common']]).toEqual([304, 'yes']);
  expect(again.headers.xkey).toBe('all abc');
  expect(again.headers['content-type']).toBeUndefined();
});

it.each([
  ['an address that is not known', '/elsewhere', {}],
  ['somebody who says who they are', '/kept', { Authorization: 'Bearer x' }],
])('should leave %s to whatever is behind', async (_case, path, headers) => {
  expect((await ask(path, headers)).headers['x-cache']).toBeUndefined();
  expect(reachedBehind).toBe(1);
});

it('should answer what was kept before while the database is away, and say so', async () => {
  listener.current = false;
  isUnavailable = true;
  const { statusCode, headers } = await ask('/kept');
  expect([statusCode, headers['x-cache'], headers['x-common']]).toEqual([200, 'STALE', 'yes']);
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['cache-status']).toBe('"education-cms"; hit; ttl=-2; detail=stale-if-error');
  expect(reachedBehind).toBe(0);
  await ask('/kept', { Authorization: 'Bearer x' });
  await ask('/elsewhere');
  expect(reachedBehind).toBe(2);
});

describe('while the node has yet to hear of its own last write', () => {
  const askWhileBehind = async (heard: boolean): Promise<IncomingMessage> => {
    listener.current = false;
    const asked = new Promise<void>((resolve) => {
      listener.asked = resolve;
    });
    const answer = ask('/kept');
    await asked;
    expect(reachedBehind).toBe(0);
    listener.current = heard;
    for (const resolve of listener.waiting) resolve(heard);
    return answer;
  };

  it('should answer from memory as soon as it has heard', async () => {
    expect((await askWhileBehind(true)).headers['x-cache']).toBe('HIT');
    expect(reachedBehind).toBe(0);
  });

  it('should ask whatever is behind when it cannot hear', async () => {
    expect((await askWhileBehind(false)).headers['x-cache']).toBeUndefined();
    expect(reachedBehind).toBe(1);
  });

  it('should keep nobody waiting for what was never kept', async () => {
    listener.current = false;
    await ask('/elsewhere');
    expect([listener.waiting.length, reachedBehind]).toEqual([0, 1]);
  });
});
