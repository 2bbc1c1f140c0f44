import { request } from 'node:http';
import { ask, type Answer as Got, type Question } from '../support/editing/ask';
import { endpoints } from '../support/endpoints';
import { freePort } from '../support/ports';
import { until } from '../support/until';
import { describeBehindVarnish, startVarnish, type Varnish } from '../support/varnish';
import { kept, startStandIn, type Answer, type StandIn } from './stand-in';

/** Tests the documented configuration of Varnish with two nodes of scripted responses. */
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

  const countRequests = (): number => nodes.reduce((sum, node) => sum + node.asked.length, 0);

  const at = (path: string, question?: Question): Promise<Got> => ask(varnish.url + path, question);

  /** Returns a path that was not requested before. */
  const newPath = (): string => `/api/something/${(serial += 1)}`;

  const purge = (tags: string): Promise<Got> =>
    at('/', { method: 'PURGE', headers: { xkey: tags } });

  /** Sends a purge from another IP address of this machine. */
  const purgeFromElsewhere = (headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      request(varnish.url, { method: 'PURGE', localAddress: '127.0.0.2', headers }, (res) => {
        res.resume();
        resolve(res.statusCode ?? 0);
      })
        .on('error', reject)
        .end();
    });

  it('response with s-maxage – is cached until one of its tags is purged', async () => {
    const [first, second] = [newPath(), newPath()];
    answers = (path) =>
      kept(`${path} ${countRequests()}`, path === first ? 'one both' : 'two both');
    const before = await at(first);
    expect((await at(first)).body).toBe(before.body);
    const other = await at(second);
    expect((await purge('nobody one')).status).toBe(200);
    expect((await at(first)).body).not.toBe(before.body);
    expect((await at(second)).body).toBe(other.body);
    await purge('both');
    expect((await at(second)).body).not.toBe(other.body);
    expect(countRequests()).toBe(4);
    await purge('all');
    await at(first);
    await at(second);
    expect(countRequests()).toBe(6);
  });

  it.each([
    ['nothing', {}],
    ['s-maxage=0', { 'Cache-Control': 'public, s-maxage=0' }],
    ['no-store', { 'Cache-Control': 'no-store' }],
    ['Set-Cookie', { 'Cache-Control': 's-maxage=60', 'Set-Cookie': 'a=b' }],
  ])('response with %s – is not cached', async (_what, headers) => {
    const path = newPath();
    answers = () => ({ headers });
    await at(path);
    await at(path);
    expect(countRequests()).toBe(2);
  });

  it('error – is not cached; 503 – is retried at the other node', async () => {
    const path = newPath();
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

  it('requests with credentials, other methods and the panel – are not cached', async () => {
    const path = newPath();
    answers = () => kept(`answer ${countRequests()}`, 'x');
    const Authorization = 'Bearer x';
    await at(path);
    const authenticated = await at(path, { headers: { Authorization } });
    expect(authenticated.body).toBe('answer 2');
    expect((await at(path)).body).toBe('answer 1');
    await at(path, { method: 'POST', body: '{}' });
    await at('/admin/x');
    await at('/admin/x');
    expect(countRequests()).toBe(5);
  });

  it('GET of a contract – unknown parameters – are removed before the cache and the nodes', async () => {
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

  it('GET of a contract – its parameters – reach the node', async () => {
    answers = (path) => kept(path, 'x');
    const tags = ['Pages', 'Catalogue', 'Channels and series'];
    for (const { tag, path, query } of endpoints) {
      if (!tags.includes(tag)) continue;
      const names = Object.keys((query as { shape?: object } | undefined)?.shape ?? {}).sort();
      const address = `/api${path.replaceAll(/:\w+/g, 'x')}?${names.map((name) => `${name}=1`).join('&')}`;
      if (names.length > 0) expect((await at(address)).body).toBe(address);
    }
  });

  it('public read – ignores cookies and the order of parameters', async () => {
    const path = newPath();
    answers = () => kept('x');
    await at(path, { headers: { Cookie: 'session=1' } });
    await at(path, { headers: { Cookie: 'session=2' } });
    await at(`${path}?b=1&a=2`);
    await at(`${path}?a=2&b=1`);
    const requests = nodes.flatMap((node) => node.asked);
    expect(requests).toHaveLength(2);
    expect(requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
  });

  it('response to callers – has max-age for browsers, s-maxage=0 and no tags', async () => {
    const path = newPath();
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

  it('PURGE – other addresses – return 403 without the secret', async () => {
    expect(await purgeFromElsewhere({ xkey: 'all' })).toBe(403);
    expect(await purgeFromElsewhere({ xkey: 'all', 'X-Purge-Secret': 'guess' })).toBe(403);
    expect(await purgeFromElsewhere({ xkey: 'all', 'X-Purge-Secret': SECRET })).toBe(200);
    expect((await at('/', { method: 'PURGE' })).status).toBe(400);
  });

  describe('response created before a change and sent after its purge', () => {
    /** Requests a response, changes its content, purges, waits, sends the response, and purges again. */
    const race = async (tag: string, wait: () => Promise<unknown>) => {
      const path = newPath();
      let text = 'before';
      let send = (): void => undefined;
      const heldBack = new Promise<void>((resolve) => {
        send = resolve;
      });
      answers = () => ({ ...kept(text, tag), heldBack });
      const delayed = at(path);
      await until(countRequests);
      text = 'after';
      await purge(tag);
      await wait();
      send();
      const between = (await delayed).body;
      answers = () => kept(text, tag);
      const afterFirstPurge = (await at(path)).body;
      await purge(tag);
      const afterSecondPurge = [(await at(path)).body, (await at(path)).body];
      return { between, afterFirstPurge, afterSecondPurge };
    };

    it('within a second – is cached, and removed by the second purge', async () => {
      const answersOfRace = await race('race-short', () => Promise.resolve());
      expect(answersOfRace).toEqual({
        between: 'before',
        // It was cached, and would stay without the second purge.
        afterFirstPurge: 'before',
        afterSecondPurge: ['after', 'after'],
      });
    });

    it('after more than a second – is not cached', async () => {
      const isOver = (since: number) => () => performance.now() - since > 1_100;
      const answersOfRace = await race('race-long', () => until(isOver(performance.now())));
      expect(answersOfRace).toEqual({
        between: 'before',
        afterFirstPurge: 'after',
        afterSecondPurge: ['after', 'after'],
      });
    });
  });

  it('no node available – serves cached and stale responses, or 503', async () => {
    const [cachedPath, stalePath] = [newPath(), newPath()];
    answers = (path) =>
      path === cachedPath
        ? kept('lasting')
        : { headers: { 'Cache-Control': 's-maxage=1, stale-if-error=60' }, body: 'ending' };
    await at(cachedPath);
    await at(stalePath);
    for (const node of nodes) await node.stop();
    expect((await at(cachedPath)).body).toBe('lasting');
    const answer = await until(
      () => at(stalePath),
      ({ headers }) => String(headers['cache-status']).includes('stale'),
    );
    expect([answer.status, answer.body]).toEqual([200, 'ending']);
    expect(answer.headers['cache-control']).toBe('no-store');
    const nothing = await at(newPath());
    expect([nothing.status, nothing.headers['retry-after']]).toEqual([503, '5']);
    expect(nothing.body).toContain('"code":"SERVICE_UNAVAILABLE"');
  });
});
