import { createChanges } from '../invalidation/changes';
import { createMetrics } from '../metrics/metrics';
import { createResponseCache } from './cache';
import { toStored } from './response';

const dependencies = new Set(['a']);

const setUp = (maxBytes = 1_000_000) => {
  const changes = createChanges();
  const cache = createResponseCache({ changes, metrics: createMetrics(), maxBytes });
  let made = 0;
  const make =
    (text: string, expiresAt = Infinity) =>
    (since: number) => {
      made += 1;
      const rest = { cacheControl: '', dependencies, since, expiresAt };
      return Promise.resolve(toStored(Buffer.from(text), rest));
    };
  return { changes, cache, make, made: () => made };
};

describe('Kept answers', () => {
  it('are made once for those who ask at the same time', async () => {
    const { cache, make, made } = setUp();
    await Promise.all(Array.from({ length: 20 }, () => cache.get('k', make('x'))));
    expect(made()).toBe(1);
  });

  it('are not waited for when something has changed since their making began', async () => {
    const { cache, changes } = setUp();
    const finish: (() => void)[] = [];
    const slow = (text: string) => (since: number) =>
      new Promise<ReturnType<typeof toStored>>((resolve) => {
        const rest = { cacheControl: '', dependencies, since, expiresAt: Infinity };
        finish.push(() => resolve(toStored(Buffer.from(text), rest)));
      });
    const before = cache.get('k', slow('before'));
    changes.touch('a', ['1']);
    const after = cache.get('k', slow('after'));
    for (const resolve of [...finish].reverse()) resolve();
    expect((await before).response.identity.bytes.toString()).toBe('before');
    expect((await after).response.identity.bytes.toString()).toBe('after');
    const kept = await cache.get('k', slow('not asked for'));
    expect(kept.response.identity.bytes.toString()).toBe('after');
  });

  it('are forgotten when an address in them has lived half its life', async () => {
    const { cache, make, made } = setUp();
    await cache.get('k', make('x', Date.now() - 1));
    await cache.get('k', make('x', Date.now() + 60_000));
    await cache.get('k', make('x'));
    expect(made()).toBe(2);
  });

  it('take no more room than they were given', async () => {
    const { cache, make } = setUp(100_000);
    for (let at = 0; at < 100; at += 1) {
      await cache.get(String(at), make('x'.repeat(4_000)));
      expect(cache.bytes()).toBeLessThanOrEqual(100_000);
    }
    expect(cache.bytes()).toBeGreaterThan(50_000);
  });

  it('are made again after a failure', async () => {
    const { cache, make } = setUp();
    await expect(cache.get('k', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect((await cache.get('k', make('x'))).isHit).toBe(false);
    expect((await cache.get('k', make('x'))).isHit).toBe(true);
  });
});
