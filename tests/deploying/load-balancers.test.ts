import { once } from 'node:events';
import { connect } from 'node:net';
import { describeBehindHaproxy, startHaproxy } from '../support/haproxy';
import { describeBehindNginx, startNginx } from '../support/nginx';
import { freePort } from '../support/ports';
import { startStandIn, type StandIn } from '../support/stand-in';
import { until } from '../support/until';

const COUNT = 40;

const PAGE = '/api/products';

type Balancer = { url: string; stop: () => Promise<void> };

/** Tests both shipped configurations with failing nodes, which are servers with scripted responses. */
const testFailingNodes = (
  start: (nodes: readonly [StandIn, StandIn]) => Promise<Balancer>,
): void => {
  let nodes: readonly [StandIn, StandIn];
  let balancer: Balancer;

  beforeAll(async () => {
    nodes = [await startStandIn(), await startStandIn()];
    balancer = await start(nodes);
  });

  afterAll(async () => {
    await balancer.stop();
    for (const node of nodes) await node.stop();
  });

  beforeEach(async () => {
    for (const node of nodes) {
      await node.answer([]);
      await node.empty();
    }
  });

  const statusesOf = async (init: RequestInit = {}): Promise<Set<number>> => {
    const statuses = new Set<number>();
    for (let count = 0; count < COUNT; count += 1) {
      const { status, body } = await fetch(`${balancer.url}${PAGE}`, init);
      await body?.cancel();
      statuses.add(status);
    }
    return statuses;
  };

  it('GET – one node returns 503 – every request is answered by the other node', async () => {
    await nodes[0].answer([{ status: 503, headers: { 'Retry-After': '2' } }]);
    expect(await statusesOf()).toEqual(new Set([200]));
  });

  it('GET – pictures hang on both nodes – other requests are answered', async () => {
    for (const node of nodes) await node.answer([{ path: '/api/pictures/a.webp', kind: 'hang' }]);
    const hanging = Array.from({ length: 10 }, () =>
      fetch(`${balancer.url}/api/pictures/a.webp`, { signal: AbortSignal.timeout(3_000) }).catch(
        () => undefined,
      ),
    );
    expect(await statusesOf()).toEqual(new Set([200]));
    await Promise.all(hanging);
    expect(await statusesOf()).toEqual(new Set([200]));
  });

  it('GET – one node hangs – every request is answered by the other node, and few wait', async () => {
    await nodes[0].answer([{ kind: 'hang' }]);
    expect(await statusesOf()).toEqual(new Set([200]));
    const received = await nodes[0].received();
    expect(received.filter(({ path }) => path === PAGE).length).toBeLessThan(COUNT / 3);
  });

  it('GET – headers that arrive byte by byte – the connection is closed', async () => {
    const { hostname, port } = new URL(balancer.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.resume();
    await once(socket, 'connect');
    socket.write('GET / HTTP/1.1\r\nHost: cms.example.com\r\nX-Slow: ');
    await until(
      () => {
        socket.write('a');
        return socket.closed;
      },
      (isClosed) => isClosed,
      'the connection is ended',
    );
  });

  it('POST – both nodes return 503 – no request is sent twice', async () => {
    for (const node of nodes) await node.answer([{ status: 503 }]);
    expect(await statusesOf({ method: 'POST', body: 'x' })).toEqual(new Set([503]));
    const received = await Promise.all(nodes.map((node) => node.received()));
    expect(received.flat().filter(({ method }) => method === 'POST')).toHaveLength(COUNT);
  });
};

const hostOf = ({ url }: StandIn): string => new URL(url).host;

const portOf = ({ url }: StandIn): number => Number(new URL(url).port);

describeBehindNginx('ops/nginx', () => {
  testFailingNodes(async ([first, second]) =>
    startNginx({ front: await freePort(), redirect: await freePort() }, [
      hostOf(first),
      hostOf(second),
    ]),
  );
});

describeBehindHaproxy('ops/haproxy', () => {
  testFailingNodes(async ([first, second]) =>
    startHaproxy({ front: await freePort(), statistics: await freePort() }, [
      portOf(first),
      portOf(second),
    ]),
  );
});
