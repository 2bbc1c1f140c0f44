import { getJobs } from '#platform/jobs';
import { buildJobName, purgeDueTags } from '#plugins/outbound/cdn-purging/server/jobs';
import { createPurgeStore } from '#plugins/outbound/cdn-purging/server/purges';
import { purgeKeys } from '#plugins/outbound/cdn-purging/server/register';
import { createVarnishTarget } from '#plugins/outbound/cdn-purging/server/targets';
import { ALL } from '#delivery/http-cache/tags';
import { sql } from '#platform/strapi/queries';
import { type App, startApp } from '../support/app';
import { type StandIn, startStandIn } from '../support/stand-in';
import { until } from '../support/until';
import { countsOf, isPurged, keysOf, tagsIn, tagsOf } from './support';

const FASTLY = { kind: 'fastly', service: 'SU1Z0isxPaozGVKXdv0eY', token: 'fastly-token' } as const;
const CLOUDFLARE = {
  kind: 'cloudflare',
  zone: '023e105f4ecef8ad9ca31a8372d0c353',
  token: 'cloudflare-token',
  perMinute: 1000,
  retryAfter: 2,
} as const;

let app: App;
let varnish: StandIn;
let other: StandIn;
let fastly: StandIn;
let cloudflare: StandIn;

const purge = (keys: readonly string[]) => purgeKeys({ strapi: app.strapi }, keys);

beforeAll(async () => {
  [varnish, other, fastly, cloudflare] = await Promise.all([
    startStandIn(),
    startStandIn(),
    startStandIn(),
    startStandIn(),
  ]);
  app = await startApp({
    env: {
      DELIVERY_TAG_HEADERS: 'xkey, Surrogate-Key, Cache-Tag',
      EDGE_VARNISH: `${varnish.url}, ${other.url}`,
      EDGE_FASTLY_SERVICE: FASTLY.service,
      EDGE_FASTLY_TOKEN: FASTLY.token,
      EDGE_FASTLY_API: fastly.url,
      EDGE_FASTLY_SOFT: 'true',
      EDGE_CLOUDFLARE_ZONE: CLOUDFLARE.zone,
      EDGE_CLOUDFLARE_TOKEN: CLOUDFLARE.token,
      EDGE_CLOUDFLARE_API: cloudflare.url,
      EDGE_CLOUDFLARE_PER_MINUTE: '1000',
      EDGE_REPEAT_SECONDS: '1.2',
    },
  });
});

beforeEach(async () => {
  for (const target of [varnish, other, fastly, cloudflare]) await target.empty();
  await varnish.answer([]);
  await other.answer([]);
  await fastly.answer([FASTLY]);
  await cloudflare.answer([CLOUDFLARE]);
});

afterAll(async () => {
  await app.stop();
  await Promise.all([varnish, other, fastly, cloudflare].map((target) => target.stop()));
});

describe('purge of changed documents', () => {
  it('reaches every cache at once, and two more times later', async () => {
    const keys = keysOf('everywhere', 3);
    const startedAt = Date.now();
    await purge(keys);
    for (const target of [varnish, other, fastly, cloudflare]) {
      await until(() => countsOf(target), isPurged(keys, 3));
      const requests = await target.received();
      expect(requests.map((request) => [...tagsIn(request)].sort())).toEqual([
        tagsOf(keys),
        tagsOf(keys),
        tagsOf(keys),
      ]);
      const [, second, third] = requests.map(({ at }) => at - startedAt);
      expect(second).toBeGreaterThan(1_000);
      expect(third).toBeGreaterThan(5_000);
    }
  });

  it('rolled back transaction – purges nothing', async () => {
    const [rolledBackKeys, committedKeys] = [keysOf('lost', 1), keysOf('kept', 1)];
    const rolledBack = app.strapi.db.transaction(async () => {
      await purge(rolledBackKeys);
      throw new Error('taken back');
    });
    await expect(rolledBack).rejects.toThrow('taken back');
    await purge(committedKeys);
    const counts = await until(() => countsOf(varnish), isPurged(committedKeys, 3));
    expect(Object.keys(counts)).toEqual(tagsOf(committedKeys));
  });

  it('long transaction – is purged three times after its end', async () => {
    const keys = keysOf('long', 1);
    await app.strapi.db.transaction(async ({ trx }) => {
      await sql({ strapi: app.strapi, trx }, 'select pg_sleep(0.7)');
      await purge(keys);
    });
    await until(() => countsOf(varnish), isPurged(keys, 3));
  });

  it('Varnish – receives PURGE with the tags in xkey', async () => {
    const keys = keysOf('varnish', 2);
    await purge(keys);
    await until(() => countsOf(varnish), isPurged(keys, 3));
    const [request] = await varnish.received();
    expect(request).toMatchObject({ method: 'PURGE', path: '/' });
    expect(request?.headers.xkey).toMatch(/^[\w-]{8} [\w-]{8}$/);
  });

  it('many tags – are sent in requests of each cache’s maximum size', async () => {
    const keys = keysOf('many', 900);
    await purge(keys);
    for (const [target, maxTags] of [
      [varnish, 400],
      [fastly, 256],
      [cloudflare, 100],
    ] as const) {
      await until(() => countsOf(target), isPurged(keys, 3));
      const requests = await target.received();
      for (const request of requests) {
        expect(request.isRefused).toBeUndefined();
        expect(tagsIn(request).length).toBeLessThanOrEqual(maxTags);
      }
      // Each of the three purges sends all tags.
      expect(requests.length).toBeLessThanOrEqual(3 * Math.ceil(900 / maxTags));
    }
    const [soft] = await fastly.received();
    expect(soft?.headers['fastly-soft-purge']).toBe('1');
  });

  it('too many tags – purge everything', async () => {
    const keys = keysOf('flood', 4_500);
    await purge(keys);
    const counts = await until(
      () => countsOf(varnish),
      (purged) => (purged[ALL] ?? 0) > 0,
    );
    expect(Object.keys(counts).length).toBeLessThan(1_000);
    // Otherwise, later purges would use up the responses of the next test.
    await until(async () => {
      const { rows } = await sql(app, 'SELECT count(*)::int AS count FROM edge.purges');
      return rows[0]?.count === 0;
    });
  });
});

describe('postponed purge of a killed node', () => {
  it('is sent by another node within a second', async () => {
    const target = createVarnishTarget(varnish.url);
    let polls = 0;
    for (let time = 0; time < 6; time += 1) {
      const keys = keysOf(`left ${time}`, 1);
      await createPurgeStore(app).add([target.name], tagsOf(keys), [0]);
      await app.strapi.db.connection.raw('insert into jobs.job (name) values (?)', [
        buildJobName(target),
      ]);
      await until(
        () => {
          polls += 1;
          return countsOf(varnish);
        },
        isPurged(keys, 1),
      );
    }
    // A node that polls once a second finds a job after half a second, which is about 25 polls of this test. Polls are
    // counted instead of milliseconds, because a busy machine delays the node too.
    expect(polls).toBeLessThan(100);
  });
});

describe('purge of a slow cache', () => {
  it('more tags fall due than are purged – ends with its time, and releases the rest', async () => {
    const purges = createPurgeStore(app);
    let requests = 0;
    const target = {
      name: 'slow',
      tagsPerRequest: 1,
      mostTags: 10,
      purge: async () => {
        requests += 1;
        await purges.add([target.name], tagsOf(keysOf(`slow ${requests}`, 2)), [0]);
      },
    };
    await purges.add([target.name], tagsOf(keysOf('slow', 2)), [0]);
    const { signal } = new AbortController();
    expect(await purgeDueTags(app, target, signal, () => requests >= 4)).toBe(true);
    expect(requests).toBe(4);
    expect((await purges.take(target.name)).size).toBe(6);
    expect(await purgeDueTags(app, target, signal, () => true)).toBe(false);
  });
});

describe('purge of a stopping node', () => {
  it('releases the tags for other nodes, and sends no further request', async () => {
    const stopping = new AbortController();
    const reason = new Error('the service is stopping');
    const purged: string[] = [];
    const target = {
      name: 'stopping',
      tagsPerRequest: 1,
      mostTags: 10,
      purge: (tags: readonly string[]) => {
        purged.push(...tags);
        stopping.abort(reason);
        return Promise.resolve();
      },
    };
    const tags = tagsOf(keysOf('stopping', 3));
    await createPurgeStore(app).add([target.name], tags, [0]);
    await expect(purgeDueTags(app, target, stopping.signal, () => false)).rejects.toBe(reason);
    expect(purged).toHaveLength(1);
    const left = await createPurgeStore(app).take(target.name);
    expect([...left.keys(), ...purged].sort()).toEqual(tags);
  });

  it('ends a request without response', async () => {
    await varnish.answer([{ kind: 'hang' }]);
    const stopping = new AbortController();
    const reason = new Error('the service is stopping');
    const purging = expect(
      createVarnishTarget(varnish.url).purge(['hanging'], stopping.signal),
    ).rejects.toBe(reason);
    await until(
      () => varnish.received(),
      ({ length }) => length === 1,
    );
    stopping.abort(reason);
    await purging;
  });
});

describe('failed purge', () => {
  it('single error – is retried after a moment', async () => {
    const target = createVarnishTarget(varnish.url);
    await varnish.answer([{ status: 500, times: 1 }]);
    await createPurgeStore(app).add([target.name], tagsOf(keysOf('moment', 1)), [0]);
    await getJobs(app).enqueue(buildJobName(target), {});
    await until(
      () => varnish.received(),
      ({ length }) => length === 2,
    );
    // The purge is postponed in its own table, so the queue counts no retry.
    const { rows } = await app.strapi.db.connection.raw<{ rows: unknown[] }>(
      'SELECT FROM jobs.job WHERE name = ? AND retry_count > 0',
      [buildJobName(target)],
    );
    expect(rows).toEqual([]);
  });

  it.each([
    ['returns 500', { status: 500 }],
    ['redirects', { status: 302, headers: { Location: 'http://127.0.0.1:1/' } }],
    ['closes the connection', { kind: 'reset' }],
    ['does not respond', { kind: 'hang' }],
  ] as const)('Varnish %s – is retried, while other caches are purged', async (_how, rule) => {
    const keys = keysOf(`broken ${JSON.stringify(rule)}`, 2);
    await varnish.answer([{ ...rule, times: 2 }]);
    // Without the later purges, which might be sent together with this one.
    const targets = [varnish, other].map(({ url }) => createVarnishTarget(url));
    const names = targets.map(({ name }) => name);
    await createPurgeStore(app).add(names, tagsOf(keys), [0]);
    for (const target of targets) await getJobs(app).enqueue(buildJobName(target), {});
    await until(() => countsOf(other), isPurged(keys, 1));
    await until(() => countsOf(varnish), isPurged(keys, 3));
  });

  it('Retry-After – is respected, and waiting purges are combined', async () => {
    await cloudflare.answer([
      { status: 429, headers: { 'Retry-After': '3' }, times: 1 },
      CLOUDFLARE,
    ]);
    const [first, second] = [keysOf('first', 5), keysOf('second', 5)];
    await purge(first);
    await until(
      () => cloudflare.received(),
      ({ length }) => length === 1,
    );
    await purge(second);
    // Each is purged twice; the rejected request does not count.
    await until(
      async () => (await cloudflare.received()).slice(1).flatMap(tagsIn),
      (tags) => tagsOf([...first, ...second]).every((tag) => tags.includes(tag)),
    );
    const [refused, next] = await cloudflare.received();
    expect((next?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(3_000);
    expect(new Set(next === undefined ? [] : tagsIn(next))).toEqual(
      new Set(tagsOf([...first, ...second])),
    );
  });
});
