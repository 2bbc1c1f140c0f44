import { createDependencyIndex } from '../invalidation/dependency-index';
import { createMetrics } from '../metrics/metrics';
import { createResponseCache, type EvictedResponse, type Computation } from './cache';
import { toStored, type StoredResponse } from './response';

const UID = 'api::a.a';

const setUp = (maxBytes = 1_000_000) => {
  const index = createDependencyIndex();
  const metrics = createMetrics();
  /** Digest of the query result of every response, and counters. */
  const state = { currentDigest: 'one', checks: 0, computations: 0 };
  const evicted: EvictedResponse[] = [];
  const onEvict = (result: EvictedResponse): unknown => evicted.push(result);
  const hasSameResults = (results: StoredResponse['queryResults']): Promise<boolean> => {
    state.checks += 1;
    const { currentDigest } = state;
    return Promise.resolve(results.every(({ digest }) => digest === currentDigest));
  };
  const computationOf = (compute: () => Promise<StoredResponse>): Computation => ({
    compute,
    hasSameResults,
  });
  const cache = createResponseCache({
    index,
    metrics,
    maxBytes,
    documentCache: { reassemble: () => null, has: () => false },
    onEvict,
  });
  const stored = (text: string, expiresAt = Infinity) =>
    toStored(
      Buffer.from(text),
      null,
      {
        contentKeys: new Set(['1']),
        queryResults: [
          { selectionQuery: { kind: 'list', uid: UID, query: {} }, digest: state.currentDigest },
        ],
        queryKeys: new Set([`${UID}?`]),
        types: new Set([UID]),
        cachedTexts: [],
        recomputeOn: new Set(['1']),
      },
      { cacheControl: '', expiresAt, tags: [] },
    );
  const respondWith = (text: string, expiresAt?: number): Computation =>
    computationOf(() => {
      state.computations += 1;
      return Promise.resolve(stored(text, expiresAt));
    });
  return { index, cache, metrics, state, respondWith, computationOf, stored, evicted };
};

const waitForNextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const textOf = ({ response }: { response: StoredResponse }): string =>
  response.identity.bytes.toString();

describe('response cache', () => {
  it('concurrent requests – computes the response once', async () => {
    const { cache, respondWith, state } = setUp();
    await Promise.all(Array.from({ length: 20 }, () => cache.get('k', respondWith('x'))));
    expect(state.computations).toBe(1);
  });

  it('change during the computation – later requests wait for a new response', async () => {
    const { cache, index, stored, state, computationOf } = setUp();
    const finish: (() => void)[] = [];
    const slow = (text: string): Computation =>
      computationOf(
        () =>
          new Promise<StoredResponse>((resolve) => {
            state.computations += 1;
            finish.push(() => resolve(stored(text)));
          }),
      );
    const before = cache.get('k', slow('before'));
    await waitForNextTurn();
    index.invalidateDocuments(UID, ['1']);
    const after = Promise.all([cache.get('k', slow('after')), cache.get('k', slow('after'))]);
    finish[0]?.();
    expect(textOf(await before)).toBe('before');
    await waitForNextTurn();
    finish[1]?.();
    expect((await after).map(textOf)).toEqual(['after', 'after']);
    expect(state.computations).toBe(2);
    expect(textOf(await cache.get('k', slow('not asked for')))).toBe('after');
  });

  it('unrelated change during the computation – later requests share the response', async () => {
    const { cache, index, respondWith, state } = setUp();
    const before = cache.get('k', respondWith('x'));
    index.invalidateDocuments('api::b.b', ['2']);
    await Promise.all([before, cache.get('k', respondWith('y'))]);
    expect(state.computations).toBe(1);
  });

  it('same query results after an invalidation – serves the cached response after one check', async () => {
    const { cache, index, respondWith, state, metrics } = setUp();
    await cache.get('k', respondWith('x'));
    cache.storeAddress('/k', 'k');
    index.invalidate([`${UID}?`]);
    expect(cache.findAt('/k')).toBeUndefined();
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => cache.get('k', respondWith('y'))),
    );
    expect(responses.map((result) => [textOf(result), result.isHit])).toEqual(
      Array(5).fill(['x', true]),
    );
    expect([state.checks, metrics.revalidations]).toEqual([1, 1]);
    expect(cache.findAt('/k')).toBeDefined();
  });

  it('other query results after an invalidation – computes the response again', async () => {
    const { cache, index, respondWith, state } = setUp();
    await cache.get('k', respondWith('x'));
    state.currentDigest = 'two';
    index.invalidate([`${UID}?`]);
    expect(textOf(await cache.get('k', respondWith('y')))).toBe('y');
  });

  it('second invalidation during a revalidation – needs another revalidation', async () => {
    const { cache, index, respondWith } = setUp();
    await cache.get('k', respondWith('x'));
    cache.storeAddress('/k', 'k');
    index.invalidate([`${UID}?`]);
    const response = cache.get('k', respondWith('y'));
    index.invalidate([`${UID}?`]);
    await response;
    expect(cache.findAt('/k')).toBeUndefined();
  });

  it('document changed during a revalidation – computes the response again', async () => {
    const { cache, index, respondWith } = setUp();
    await cache.get('k', respondWith('x'));
    index.invalidate([`${UID}?`]);
    const response = cache.get('k', respondWith('y'));
    index.invalidateDocuments(UID, ['1']);
    expect(textOf(await response)).toBe('y');
  });

  it('expired response – is computed again', async () => {
    const { cache, respondWith, state } = setUp();
    await cache.get('k', respondWith('x', performance.now() - 1));
    await cache.get('k', respondWith('x', performance.now() + 60_000));
    await cache.get('k', respondWith('x'));
    expect(state.computations).toBe(2);
  });

  it('more responses than fit – uses at most maxBytes', async () => {
    const { cache, respondWith, index } = setUp(100_000);
    for (let at = 0; at < 100; at += 1) {
      await cache.get(String(at), respondWith('x'.repeat(4_000)));
      expect(cache.bytes()).toBeLessThanOrEqual(100_000);
    }
    expect(cache.bytes()).toBeGreaterThan(50_000);
    await cache.get('large', respondWith('x'.repeat(60_000)));
    index.invalidateAll();
    // The one remaining key belongs to the site's locales, which addresses depend on.
    expect([cache.bytes(), index.size()]).toEqual([0, 1]);
  });

  it('storeAddress – more addresses than fit – removes the oldest addresses', () => {
    const { cache } = setUp(16_000);
    const addresses = Array.from({ length: 20 }, (_, index) => `/${index}`.padEnd(899, 'x'));
    for (const address of addresses) cache.storeAddress(address, 'k');
    expect(addresses.filter((address) => cache.hasAddress(address))).toEqual(addresses.slice(-1));
  });

  it('onEvict – invalidated response – reports responses that were used often, once', async () => {
    const { cache, respondWith, index, evicted } = setUp();
    for (const [key, uses] of [
      ['often', 3],
      ['seldom', 2],
    ] as const) {
      for (let time = 0; time < uses; time += 1) await cache.get(key, respondWith('x'));
    }
    index.invalidate([`${UID}?`]);
    index.invalidate([`${UID}?`]);
    expect(evicted).toEqual([{ key: 'often', uses: 3, codings: [] }]);
    await cache.get('often', respondWith('x'));
    index.invalidateDocuments(UID, ['1']);
    expect(evicted).toHaveLength(1);
  });

  it('findStale – response that needs revalidation – returns it until it is invalidated', async () => {
    const { cache, respondWith, index } = setUp();
    await cache.get('k', respondWith('x'));
    index.invalidate([`${UID}?`]);
    expect(cache.findStale('k')).toBeDefined();
    index.invalidateAll();
    expect(cache.findStale('k')).toBeUndefined();
  });

  it('failed computation – is not cached', async () => {
    const { cache, respondWith, computationOf } = setUp();
    const failing = computationOf(() => Promise.reject(new Error('down')));
    await expect(cache.get('k', failing)).rejects.toThrow('down');
    expect((await cache.get('k', respondWith('x'))).isHit).toBe(false);
    expect((await cache.get('k', respondWith('x'))).isHit).toBe(true);
  });

  it('hasAddress – stored addresses – is true except for very long addresses', async () => {
    const { cache, respondWith } = setUp();
    await cache.get('k', respondWith('x'));
    const [short, long] = ['/books?page=1', `/books?page=${'0'.repeat(2_000)}1`];
    cache.storeAddress(short, 'k');
    cache.storeAddress(long, 'k');
    expect([cache.hasAddress(short), cache.hasAddress(long)]).toEqual([true, false]);
  });
});
