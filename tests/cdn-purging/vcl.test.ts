import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, type Answer as Got, type Question } from '../support/editing/ask';
import { endpoints } from '../support/endpoints';
import { freePort } from '../support/ports';
import { describeBehindVarnish, startVarnish, type Varnish } from '../support/varnish';
import { kept, startStandIn, type Answer, type StandIn } from './stand-in';

/** The documented configuration, in front of two nodes with scripted responses. */
describeBehindVarnish('Varnish with the documented configuration', () => {
  const SECRET = 'let-me-purge';
  let varnish: Varnish;
  let nodes: StandIn[];
  let answers: (path: string) => Answer;
  let serial = 0;

  beforeAll(async () => {
    answers = () => ({});
    nodes = [
      await startStandIn((path) => answers(path)),
      await startStandIn((path) => answers(path)),
    ];
    const ports = nodes.map(({ port }) => port) as [number, number];
    varnish = await startVarnish(await freePort(), ports, { PURGE_SECRET: SECRET });
  });

  afterAll(async () => {
    await varnish.stop();
    for (const node of nodes) await node.stop();
  });

  beforeEach(() => {
    for (const node of nodes) node.asked.length = 0;
  });

  const asked = (): number => nodes.reduce((sum, node) => sum + node.asked.length, 0);

  const at = (path: string, question?: Question): Promise<Got> => ask(varnish.url + path, question);

  /** Returns an address that was never requested. */
  const fresh = (): string => `/api/something/${(serial += 1)}`;

  const purge = (tags: string): Promise<Got> =>
    at('/', { method: 'PURGE', headers: { xkey: tags } });

  /** Purges from another address of this machine. */
  const purgeFromElsewhere = (headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      request(varnish.url, { method: 'PURGE', localAddress: '127.0.0.2', headers }, (res) => {
        res.resume();
        resolve(res.statusCode ?? 0);
      })
        .on('error', reject)
        .end();
    });

  it('should keep what says for how long, until one of its tags is purged', async () => {
    const [first, second] = [fresh(), fresh()];
    answers = (path) => kept(`${path} ${asked()}`, path === first ? 'one both' : 'two both');
    const before = await at(first);
    expect((await at(first)).body).toBe(before.body);
    const other = await at(second);
    expect((await purge('nobody one')).status).toBe(200);
    expect((await at(first)).body).not.toBe(before.body);
    expect((await at(second)).body).toBe(other.body);
    await purge('both');
    expect((await at(second)).body).not.toBe(other.body);
    expect(asked()).toBe(4);
    await purge('all');
    await at(first);
    await at(second);
    expect(asked()).toBe(6);
  });

  it.each([
    ['nothing of caches', {}],
    ['that shared caches may keep it for no time', { 'Cache-Control': 'public, s-maxage=0' }],
    ['that nobody may store it', { 'Cache-Control': 'no-store' }],
    ['something to one person', { 'Cache-Control': 's-maxage=60', 'Set-Cookie': 'a=b' }],
  ])('should not keep an answer that says %s', async (_what, headers) => {
    const path = fresh();
    answers = () => ({ headers });
    await at(path);
    await at(path);
    expect(asked()).toBe(2);
  });

  it('should not keep failures, and ask the other node when one is cut off', async () => {
    const path = fresh();
    answers = () => ({ ...kept('broken'), status: 500 });
    expect((await at(path)).status).toBe(500);
    let isFirst = true;
    answers = () => {
      const answer = isFirst ? { status: 503 } : kept('whole');
      isFirst = false;
      return answer;
    };
    expect((await at(path)).body).toBe('whole');
  });

  it('should pass requests with credentials, and everything that is not a public read', async () => {
    const path = fresh();
    answers = () => kept(`answer ${asked()}`, 'x');
    const Authorization = 'Bearer x';
    await at(path);
    const own = await at(path, { headers: { Authorization } });
    expect(own.body).toBe('answer 2');
    expect((await at(path)).body).toBe('answer 1');
    await at(path, { method: 'POST', body: '{}' });
    await at('/admin/x');
    await at('/admin/x');
    expect(asked()).toBe(5);
  });

  it('GET of an endpoint of the contract – parameters that it does not name – reach no node and make no entry', async () => {
    answers = (path) => kept(path, 'x');
    const tags = ['Pages', 'Catalogue', 'Channels and series'];
    const paths = endpoints.flatMap(({ tag, path }) =>
      tags.includes(tag) && path !== '/lives/next' ? [`/api${path.replaceAll(/:\w+/g, 'x')}`] : [],
    );
    for (const path of paths) {
      for (const [query, expected] of [
        ['?_=1', ''],
        ['?utm_source=a&lang=es&_=1', '?lang=es'],
        ['?lang=es&language=en&vertical=m&utm', '?lang=es&vertical=m'],
        ['?lang[]=es&x', '?lang[]=es'],
        ['?previewToken=t&a=b&page=2&pageSize=3&populate=*', '?page=2&pageSize=3&previewToken=t'],
      ] as const) {
        expect((await at(path + query)).body).toBe(path + expected);
      }
    }
    expect((await at('/api/products?populate=*')).body).toBe('/api/products?populate=*');
  });

  it('GET of an endpoint of the contract – parameters that it names – reach the node', async () => {
    answers = (path) => kept(path, 'x');
    const tags = ['Pages', 'Catalogue', 'Channels and series'];
    for (const { tag, path, query } of endpoints) {
      if (!tags.includes(tag)) continue;
      const names = Object.keys((query as { shape?: object } | undefined)?.shape ?? {}).sort();
      const address = `/api${path.replaceAll(/:\w+/g, 'x')}?${names.map((name) => `${name}=1`).join('&')}`;
      if (names.length > 0) expect((await at(address)).body).toBe(address);
    }
  });

  it('should know nobody who reads in public', async () => {
    const path = fresh();
    answers = () => kept('x');
    await at(path, { headers: { Cookie: 'session=1' } });
    await at(path, { headers: { Cookie: 'session=2' } });
    await at(`${path}?b=1&a=2`);
    await at(`${path}?a=2&b=1`);
    const requests = nodes.flatMap((node) => node.asked);
    expect(requests).toHaveLength(2);
    expect(requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
  });

  it('should let browsers keep what they may, other caches nothing, and show nobody the tags', async () => {
    const path = fresh();
    answers = () => ({ ...kept('x', 'one'), status: 200 });
    for (let time = 0; time < 2; time += 1) {
      const { headers } = await at(path);
      expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=0, must-revalidate');
      expect([headers.xkey, headers['surrogate-key'], headers['cache-tag']]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
      expect(headers['cache-status']).toBe(`"varnish"; ${time === 0 ? 'fwd=miss' : 'hit'}`);
    }
  });

  it('should be purged by its nodes alone, and by who knows the secret', async () => {
    expect(await purgeFromElsewhere({ xkey: 'all' })).toBe(403);
    expect(await purgeFromElsewhere({ xkey: 'all', 'X-Purge-Secret': 'guess' })).toBe(403);
    expect(await purgeFromElsewhere({ xkey: 'all', 'X-Purge-Secret': SECRET })).toBe(200);
    expect((await at('/', { method: 'PURGE' })).status).toBe(400);
  });

  describe('when an answer that was made before a change is sent after its purge', () => {
    /**
     * Requests a delayed response, changes its content and purges like the service: at once and again after 1.2
     * seconds.
     */
    const race = async (heldBack: number) => {
      const path = fresh();
      const tag = `race-${heldBack}`;
      let text = 'before';
      answers = () => ({ ...kept(text, tag), heldBack });
      const early = at(path);
      while (asked() === 0) await sleep(5);
      text = 'after';
      const changedAt = performance.now();
      await purge(tag);
      const again = sleep(1_200).then(() => purge(tag));
      const between = await early.then(({ body }) => body);
      answers = () => kept(text, tag);
      const atOnce = (await at(path)).body;
      await again;
      const later = [(await at(path)).body, (await at(path)).body];
      return { between, atOnce, later, took: performance.now() - changedAt };
    };

    it('should be dropped by the second purge where it was stored within a second', async () => {
      const { between, atOnce, later } = await race(900);
      expect(between).toBe('before');
      // It was stored: without the second purge it would stay.
      expect(atOnce).toBe('before');
      expect(later).toEqual(['after', 'after']);
    });

    it('should not be stored where it took longer', async () => {
      const { between, atOnce, later } = await race(1_500);
      expect([between, atOnce, later]).toEqual(['before', 'after', ['after', 'after']]);
    });
  });

  it('should go on with what it has while no node answers, and say so', async () => {
    const [lasting, ending] = [fresh(), fresh()];
    answers = (path) =>
      path === lasting
        ? kept('lasting')
        : { headers: { 'Cache-Control': 's-maxage=1, stale-if-error=60' }, body: 'ending' };
    await at(lasting);
    await at(ending);
    for (const node of nodes) await node.stop();
    expect((await at(lasting)).body).toBe('lasting');
    let answer = await at(ending);
    while (!String(answer.headers['cache-status']).includes('stale')) {
      await sleep(50);
      answer = await at(ending);
    }
    expect([answer.status, answer.body]).toEqual([200, 'ending']);
    expect(answer.headers['cache-control']).toBe('no-store');
    const nothing = await at(fresh());
    expect([nothing.status, nothing.headers['retry-after']]).toEqual([503, '5']);
    expect(nothing.body).toContain('"code":"SERVICE_UNAVAILABLE"');
  });
});
