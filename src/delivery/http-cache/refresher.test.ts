import { EventEmitter, once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createMetrics } from '../metrics/metrics';
import type { EvictedResponse, Computation } from './cache';
import { createRefresher } from './refresher';
import { toStored } from './response';

const stored = toStored(
  Buffer.from('x'.repeat(2_000)),
  null,
  {
    contentKeys: new Set(),
    queryResults: [],
    queryKeys: new Set(),
    types: new Set(),
    cachedTexts: [],
    recomputeOn: new Set(),
  },
  { cacheControl: '', expiresAt: Infinity, tags: [] },
);

const computation: Computation = {
  compute: () => Promise.resolve(stored),
  hasSameResults: () => Promise.resolve(true),
};

const setUp = () => {
  const state = {
    hasRoom: true,
    isSynced: true,
    running: 0,
    maxRunning: 0,
    refreshed: [] as string[],
  };
  const calls = { hasRoom: 0, waitUntilSynced: 0 };
  const steps = new EventEmitter();
  const until = async (isReached: () => boolean): Promise<void> => {
    while (!isReached()) await once(steps, 'step');
  };
  const metrics = createMetrics();
  const refresher = createRefresher({
    metrics,
    cache: {
      canAssemble: (key) => key.startsWith('at hand'),
      refresh: async (key: string) => {
        state.running += 1;
        state.maxRunning = Math.max(state.maxRunning, state.running);
        await nextTurn();
        state.running -= 1;
        state.refreshed.push(key);
        steps.emit('step');
        return { response: stored, isHit: false };
      },
    },
    computationOf: (key) => (key === 'unknown' ? null : computation),
    waitUntilSynced: () => {
      calls.waitUntilSynced += 1;
      steps.emit('step');
      return Promise.resolve(state.isSynced);
    },
    hasRoom: () => {
      calls.hasRoom += 1;
      steps.emit('step');
      return state.hasRoom;
    },
  });
  return { refresher, state, calls, until, metrics };
};

const evicted = (key: string, uses = 3): EvictedResponse => ({ key, uses, codings: [] });

it('refresher – many evicted entries – refreshes the most used first, each once, at most 20 at a time', async () => {
  const { refresher, state, until } = setUp();
  for (let at = 0; at < 50; at += 1) refresher.enqueue(evicted(String(at), at));
  refresher.enqueue(evicted('7', 7));
  await until(() => state.refreshed.length === 50);
  expect(new Set(state.refreshed).size).toBe(50);
  expect(state.refreshed.slice(0, 20).map(Number)).toEqual(
    Array.from({ length: 20 }, (_, index) => 49 - index),
  );
  expect(state.maxRunning).toBeLessThanOrEqual(20);
  await refresher.stop();
});

it('refresher – full queue – refreshes at most 1,000 entries', async () => {
  const { refresher, state, until } = setUp();
  state.hasRoom = false;
  for (let at = 0; at < 5_000; at += 1) refresher.enqueue(evicted(String(at)));
  state.hasRoom = true;
  await until(() => state.refreshed.length === 1_000);
  await refresher.stop();
  expect(state.refreshed).toHaveLength(1_000);
});

it('refresher – no free connections – waits for a connection', async () => {
  const { refresher, state, calls, until } = setUp();
  state.hasRoom = false;
  refresher.enqueue(evicted('a'));
  await until(() => calls.hasRoom === 4);
  expect(state.refreshed).toEqual([]);
  state.hasRoom = true;
  await until(() => state.refreshed.length === 1);
  await refresher.stop();
});

it('refresher – cache not synced – refreshes nothing', async () => {
  const { refresher, state, calls, until } = setUp();
  state.isSynced = false;
  refresher.enqueue(evicted('a'));
  await until(() => calls.waitUntilSynced === 1);
  await nextTurn();
  state.isSynced = true;
  refresher.enqueue(evicted('b'));
  await until(() => state.refreshed.length === 1);
  expect(state.refreshed).toEqual(['b']);
  await refresher.stop();
});

it('refresher – codings used before – compresses the new response', async () => {
  const { refresher, state, until, metrics } = setUp();
  refresher.enqueue({ ...evicted('a'), codings: ['br'] });
  refresher.enqueue(evicted('unknown'));
  await until(() => state.refreshed.length === 1);
  await refresher.stop();
  expect(stored.compressed.has('br')).toBe(true);
  expect(metrics.refreshes).toBe(1);
});

it('refresher – response that can be assembled – is refreshed only if it needs compression', async () => {
  const { refresher, state, until } = setUp();
  refresher.enqueue(evicted('at hand', 9));
  refresher.enqueue({ ...evicted('at hand, compressed', 8), codings: ['gzip'] });
  refresher.enqueue(evicted('a', 7));
  await until(() => state.refreshed.includes('a'));
  await refresher.stop();
  expect(state.refreshed).toEqual(['at hand, compressed', 'a']);
});
