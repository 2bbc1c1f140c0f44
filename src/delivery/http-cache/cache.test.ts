import { createDependencyIndex } from '../invalidation/dependency-index';
import { createMetrics } from '../metrics/metrics';
import { createResponseCache, type Evicted, type Computation } from './cache';
import { toStored, type StoredResponse } from './response';

const UID = 'api::a.a';

const setUp = (maxBytes = 1_000_000) => {
  const index = createDependencyIndex();
  const metrics = createMetrics();
  /** Query result of every response, and counters. */
  const state = { found: 'one', asked: 0, made: 0 };
  const evicted: Evicted[] = [];
  const onEvict = (result: Evicted): unknown => evicted.push(result);
  const hasSameResults = (chosen: StoredResponse['queryResults']): Promise<boolean> => {
    state.asked += 1;
    const { found } = state;
    return Promise.resolve(chosen.every(({ digest }) => digest === found));
  };
  const by = (make: () => Promise<StoredResponse>): Computation => ({
    compute: make,
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
          { selectionQuery: { kind: 'list', uid: UID, query: {} }, digest: state.found },
        ],
        queryKeys: new Set([`${UID}?`]),
        types: new Set([UID]),
        cachedTexts: [],
        recomputeOn: new Set(['1']),
      },
      { cacheControl: '', expiresAt, tags: [] },
    );
  const make = (text: string, expiresAt?: number): Computation =>
    by(() => {
      state.made += 1;
      return Promise.resolve(stored(text, expiresAt));
    });
  return { index, cache, metrics, state, make, by, stored, evicted };
};

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const textOf = ({ response }: { response: StoredResponse }): string =>
  response.identity.bytes.toString();

describe('Kept answers', () => {
  it('are made once for those who ask at the same time', async () => {
    const { cache, make, state } = setUp();
    await Promise.all(Array.from({ length: 20 }, () => cache.get('k', make('x'))));
    expect(state.made).toBe(1);
  });

  it('are not given to who asks after something in them has changed during their making', async () => {
    const { cache, index, stored, state, by } = setUp();
    const finish: (() => void)[] = [];
    const slow = (text: string): Computation =>
      by(
        () =>
          new Promise<StoredResponse>((resolve) => {
            state.made += 1;
            finish.push(() => resolve(stored(text)));
          }),
      );
    const before = cache.get('k', slow('before'));
    await turn();
    index.invalidateDocuments(UID, ['1']);
    const after = Promise.all([cache.get('k', slow('after')), cache.get('k', slow('after'))]);
    finish[0]?.();
    expect(textOf(await before)).toBe('before');
    await turn();
    finish[1]?.();
    expect((await after).map(textOf)).toEqual(['after', 'after']);
    expect(state.made).toBe(2);
    expect(textOf(await cache.get('k', slow('not asked for')))).toBe('after');
  });

  it('are waited for when only something else has changed during their making', async () => {
    const { cache, index, make, state } = setUp();
    const before = cache.get('k', make('x'));
    index.invalidateDocuments('api::b.b', ['2']);
    await Promise.all([before, cache.get('k', make('y'))]);
    expect(state.made).toBe(1);
  });

  it('are kept where the same is found again, after one question for all who ask', async () => {
    const { cache, index, make, state, metrics } = setUp();
    await cache.get('k', make('x'));
    cache.storeAddress('/k', 'k');
    index.invalidate([`${UID}?`]);
    expect(cache.findAt('/k')).toBeUndefined();
    const again = await Promise.all(Array.from({ length: 5 }, () => cache.get('k', make('y'))));
    expect(again.map((result) => [textOf(result), result.isHit])).toEqual(
      Array(5).fill(['x', true]),
    );
    expect([state.asked, metrics.revalidations]).toEqual([1, 1]);
    expect(cache.findAt('/k')).toBeDefined();
  });

  it('are made again where something else is found', async () => {
    const { cache, index, make, state } = setUp();
    await cache.get('k', make('x'));
    state.found = 'two';
    index.invalidate([`${UID}?`]);
    expect(textOf(await cache.get('k', make('y')))).toBe('y');
  });

  it('stay in question when they are put in question again while it is looked into', async () => {
    const { cache, index, make } = setUp();
    await cache.get('k', make('x'));
    cache.storeAddress('/k', 'k');
    index.invalidate([`${UID}?`]);
    const again = cache.get('k', make('y'));
    index.invalidate([`${UID}?`]);
    await again;
    expect(cache.findAt('/k')).toBeUndefined();
  });

  it('are dropped when something that they show changes while they are in question', async () => {
    const { cache, index, make } = setUp();
    await cache.get('k', make('x'));
    index.invalidate([`${UID}?`]);
    const again = cache.get('k', make('y'));
    index.invalidateDocuments(UID, ['1']);
    expect(textOf(await again)).toBe('y');
  });

  it('are forgotten when an address in them has lived half its life', async () => {
    const { cache, make, state } = setUp();
    await cache.get('k', make('x', performance.now() - 1));
    await cache.get('k', make('x', performance.now() + 60_000));
    await cache.get('k', make('x'));
    expect(state.made).toBe(2);
  });

  it('take no more room than they were given', async () => {
    const { cache, make, index } = setUp(100_000);
    for (let at = 0; at < 100; at += 1) {
      await cache.get(String(at), make('x'.repeat(4_000)));
      expect(cache.bytes()).toBeLessThanOrEqual(100_000);
    }
    expect(cache.bytes()).toBeGreaterThan(50_000);
    await cache.get('large', make('x'.repeat(60_000)));
    index.invalidateAll();
    // The one remaining key belongs to the site's locales, which addresses depend on.
    expect([cache.bytes(), index.size()]).toEqual([0, 1]);
  });

  it('learn – more addresses than fit – the oldest are forgotten', () => {
    const { cache } = setUp(16_000);
    const addresses = Array.from({ length: 20 }, (_, at) => `/${at}`.padEnd(899, 'x'));
    for (const address of addresses) cache.storeAddress(address, 'k');
    expect(addresses.filter((address) => cache.hasAddress(address))).toEqual(addresses.slice(-1));
  });

  it('are told of when they are lost and were asked for often', async () => {
    const { cache, make, index, evicted } = setUp();
    for (const [key, uses] of [
      ['often', 3],
      ['seldom', 2],
    ] as const) {
      for (let time = 0; time < uses; time += 1) await cache.get(key, make('x'));
    }
    index.invalidate([`${UID}?`]);
    index.invalidate([`${UID}?`]);
    expect(evicted).toEqual([{ key: 'often', uses: 3, codings: [] }]);
    await cache.get('often', make('x'));
    index.invalidateDocuments(UID, ['1']);
    expect(evicted).toHaveLength(1);
  });

  it('stand aside while they are in question', async () => {
    const { cache, make, index } = setUp();
    await cache.get('k', make('x'));
    index.invalidate([`${UID}?`]);
    expect(cache.findStale('k')).toBeDefined();
    index.invalidateAll();
    expect(cache.findStale('k')).toBeUndefined();
  });

  it('are made again after a failure', async () => {
    const { cache, make, by } = setUp();
    const failing = by(() => Promise.reject(new Error('down')));
    await expect(cache.get('k', failing)).rejects.toThrow('down');
    expect((await cache.get('k', make('x'))).isHit).toBe(false);
    expect((await cache.get('k', make('x'))).isHit).toBe(true);
  });

  it('are found by the addresses under which they were asked for, but for very long ones', async () => {
    const { cache, make } = setUp();
    await cache.get('k', make('x'));
    const [short, long] = ['/books?page=1', `/books?page=${'0'.repeat(2_000)}1`];
    cache.storeAddress(short, 'k');
    cache.storeAddress(long, 'k');
    expect([cache.hasAddress(short), cache.hasAddress(long)]).toEqual([true, false]);
  });
});
