import { EventEmitter, once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createMetrics } from '../metrics/metrics';
import type { Evicted, Computation } from './cache';
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
  const state = { hasRoom: true, isSynced: true, atOnce: 0, most: 0, made: [] as string[] };
  const asked = { forRoom: 0, whetherSynced: 0 };
  const steps = new EventEmitter();
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await once(steps, 'step');
  };
  const metrics = createMetrics();
  const refresher = createRefresher({
    metrics,
    cache: {
      canAssemble: (key) => key.startsWith('at hand'),
      refresh: async (key: string) => {
        state.atOnce += 1;
        state.most = Math.max(state.most, state.atOnce);
        await nextTurn();
        state.atOnce -= 1;
        state.made.push(key);
        steps.emit('step');
        return { response: stored, isHit: false };
      },
    },
    computationOf: (key) => (key === 'unknown' ? null : computation),
    waitUntilSynced: () => {
      asked.whetherSynced += 1;
      steps.emit('step');
      return Promise.resolve(state.isSynced);
    },
    hasRoom: () => {
      asked.forRoom += 1;
      steps.emit('step');
      return state.hasRoom;
    },
  });
  return { refresher, state, asked, until, metrics };
};

const evicted = (key: string, uses = 3): Evicted => ({ key, uses, codings: [] });

it('makes what is asked for most first, a few at a time and each once', async () => {
  const { refresher, state, until } = setUp();
  for (let at = 0; at < 50; at += 1) refresher.enqueue(evicted(String(at), at));
  refresher.enqueue(evicted('7', 7));
  await until(() => state.made.length === 50);
  expect(new Set(state.made).size).toBe(50);
  expect(state.made.slice(0, 20).map(Number)).toEqual(
    Array.from({ length: 20 }, (_, at) => 49 - at),
  );
  expect(state.most).toBeLessThanOrEqual(20);
  await refresher.stop();
});

it('takes no more than it can hold', async () => {
  const { refresher, state, until } = setUp();
  state.hasRoom = false;
  for (let at = 0; at < 5_000; at += 1) refresher.enqueue(evicted(String(at)));
  state.hasRoom = true;
  await until(() => state.made.length === 1_000);
  await refresher.stop();
  expect(state.made).toHaveLength(1_000);
});

it('waits while callers need the connections', async () => {
  const { refresher, state, asked, until } = setUp();
  state.hasRoom = false;
  refresher.enqueue(evicted('a'));
  await until(() => asked.forRoom === 4);
  expect(state.made).toEqual([]);
  state.hasRoom = true;
  await until(() => state.made.length === 1);
  await refresher.stop();
});

it('leaves everything to callers while memory may not be used', async () => {
  const { refresher, state, asked, until } = setUp();
  state.isSynced = false;
  refresher.enqueue(evicted('a'));
  await until(() => asked.whetherSynced === 1);
  await nextTurn();
  state.isSynced = true;
  refresher.enqueue(evicted('b'));
  await until(() => state.made.length === 1);
  expect(state.made).toEqual(['b']);
  await refresher.stop();
});

it('makes the compressed forms that were sent before', async () => {
  const { refresher, state, until, metrics } = setUp();
  refresher.enqueue({ ...evicted('a'), codings: ['br'] });
  refresher.enqueue(evicted('unknown'));
  await until(() => state.made.length === 1);
  await refresher.stop();
  expect(stored.compressed.has('br')).toBe(true);
  expect(metrics.refreshes).toBe(1);
});

it('leaves responses that only have to be composed to the next request, except their compressed forms', async () => {
  const { refresher, state, until } = setUp();
  refresher.enqueue(evicted('at hand', 9));
  refresher.enqueue({ ...evicted('at hand, compressed', 8), codings: ['gzip'] });
  refresher.enqueue(evicted('a', 7));
  await until(() => state.made.includes('a'));
  await refresher.stop();
  expect(state.made).toEqual(['at hand, compressed', 'a']);
});
