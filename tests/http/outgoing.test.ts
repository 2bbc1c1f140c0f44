import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { createServer as createNetServer, type AddressInfo } from 'node:net';
import provider from '@strapi/provider-email-nodemailer';
import Stripe from 'stripe';
import { runForRequest } from '#platform/request-id';
import { createProviderHttp } from '#plugins/commerce/checkout/server/services/provider/client';
import { describeProviderError } from '#plugins/commerce/checkout/server/services/provider/errors';
import { openConnection } from '#plugins/mail/server/open-connection';
import { createClient } from '#plugins/partner-video/server/services/partner/http-client';
import { generous, newAccount } from '../account/support/accounts';
import { type Mailbox, openMailbox } from '../account/support/mailbox';
import { accounts, checkoutEnvironment } from '../checkout/support';
import { type Received, type StandIn, startStandIn } from '../support/stand-in';
import { until } from '../support/until';
import { createEndpoint, startService } from '../webhooks/support';

describe('Outgoing calls during a request', () => {
  let server: Server;
  let port: number;
  let receivedHeaders: IncomingHttpHeaders[];

  beforeAll(async () => {
    server = createServer(({ headers }, response) => {
      receivedHeaders.push(headers);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: 'prod_1', object: 'product' }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });

  beforeEach(() => {
    receivedHeaders = [];
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const callProvider = (): Promise<unknown> =>
    new Stripe('sk_test_1', {
      host: '127.0.0.1',
      port,
      protocol: 'http',
      telemetry: false,
      httpClient: createProviderHttp(),
    }).products.retrieve('prod_1');

  const callPartner = async (): Promise<unknown> => {
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, timeoutMs: 5000 });
    return client.call({ name: 'test', isRepeatable: true, maxBytes: 1000 })({
      url: '/x',
      headers: { Authorization: 'Bearer token' },
    });
  };

  it.each([
    ['the payment provider', callProvider],
    ['the video partner', callPartner],
  ])('carry the id of the request: %s', async (_label, call) => {
    await runForRequest('request-0001', call);
    await call();
    expect(receivedHeaders.map((headers) => headers['x-request-id'])).toEqual([
      'request-0001',
      undefined,
    ]);
    expect(receivedHeaders[0]?.authorization).toMatch(/^Bearer /);
  });

  it('carry the ids of 20 simultaneous requests', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `request-${1000 + index}`);
    await Promise.all(ids.map((id) => runForRequest(id, callProvider)));
    expect(receivedHeaders.map((headers) => headers['x-request-id']).sort()).toEqual(ids);
  });
});

describe('An endless response', () => {
  const CHUNK = Buffer.alloc(256 * 1024, 'x');
  const servers: { close: () => void }[] = [];

  afterAll(() => servers.forEach((server) => server.close()));

  /** Starts a server that writes forever, as fast as it is read. @returns its port and what it sent */
  const flood = async (head: string): Promise<{ port: number; sent: () => number }> => {
    let sent = 0;
    const server = createNetServer((socket) => {
      const write = (): void => {
        while (!socket.destroyed && socket.write(CHUNK)) sent += CHUNK.length;
      };
      socket.on('error', () => undefined).on('drain', write);
      socket.write(head);
      write();
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { port: (server.address() as AddressInfo).port, sent: () => sent };
  };

  const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{"a":"';

  it('fails a call of the payment provider at 16 MB', async () => {
    const { port, sent } = await flood(head);
    const client = new Stripe('sk_test_1', {
      ...{ host: '127.0.0.1', port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 },
      httpClient: createProviderHttp(),
    });
    const error: unknown = await client.products.retrieve('prod_1').catch((e: unknown) => e);
    expect(describeProviderError(error)).toContain('the answer is larger than 16 MB');
    expect(sent()).toBeLessThan(64 * 2 ** 20);
  });

  it('fails a call of the payment provider that does not end in time', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => {
        clearInterval(timer);
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client = new Stripe('sk_test_1', {
      ...{ host: '127.0.0.1', port: (server.address() as AddressInfo).port, protocol: 'http' },
      // The client also measures silence, and a busy machine is silent for a moment.
      ...{ telemetry: false, maxNetworkRetries: 0, timeout: 1_000 },
      httpClient: createProviderHttp(),
    });
    const error: unknown = await client.products.retrieve('prod_1').catch((e: unknown) => e);
    expect(describeProviderError(error)).toContain('the answer did not end in time');
  });

  it('fails the connection to a mail server at 1 MB', async () => {
    const { port } = await flood('220');
    const server = { host: '127.0.0.1', port, getSocket: openConnection };
    const mailer = provider.init(server as object, {
      defaultFrom: 'a@example.com',
      defaultReplyTo: 'a@example.com',
    });
    await expect(
      mailer.send({ from: 'a@example.com', to: 'b@example.com', subject: 'x', text: 'x' }),
    ).rejects.toThrow('the answer is larger than 1 MB');
  });
});

describe('Outgoing calls of jobs', () => {
  let mailbox: Mailbox;
  let standIn: StandIn;
  let service: Awaited<ReturnType<typeof startService>>;

  beforeAll(async () => {
    [mailbox, standIn] = await Promise.all([openMailbox(), startStandIn()]);
    service = await startService({
      ...generous,
      ...mailbox.env,
      ...mailbox.runtimeEnv,
      ...checkoutEnvironment({ url: standIn.url }),
      EDGE_VARNISH: standIn.url,
      DELIVERY_TAG_HEADERS: 'xkey',
    });
  });

  afterAll(async () => {
    await service.stop();
    await Promise.all([mailbox.close(), standIn.stop()]);
  });

  const post = (address: string, id: string) =>
    service.process.request.post(address).set('X-Request-Id', id);

  const readRequestId = async (
    isExpected: (request: Received) => boolean,
  ): Promise<string | undefined> => {
    const [request] = await until(
      async () => (await standIn.received()).filter(isExpected),
      (requests) => requests.length > 0,
    );
    return request?.headers['x-request-id'];
  };

  const register = async (id: string): Promise<string> => {
    const account = newAccount();
    await post('/api/user-endpoints/register', id).send(account).expect(200);
    return account.email;
  };

  it('carry the id of the causing request: mails', async () => {
    const [letter] = await mailbox.to(await register('register-0001'));
    expect(letter?.headers).toContainEqual(
      expect.objectContaining({ key: 'x-request-id', value: 'register-0001' }),
    );
  });

  it('carry the id of the causing request: webhooks', async () => {
    const { admin } = service;
    const { documentId } = await createEndpoint(admin, { url: `${standIn.url}/hook` });
    await post(`/webhooks/endpoints/${documentId}/test`, 'webhook-0001')
      .set('Authorization', `Bearer ${admin.token}`)
      .expect(200);
    expect(await readRequestId(({ path }) => path === '/hook')).toBe('webhook-0001');
  });

  it('carry the id of the causing request: the payment provider', async () => {
    const payload = JSON.stringify({
      id: 'evt_0001',
      object: 'event',
      api_version: '2025-01-01',
      created: Math.floor(Date.now() / 1000),
      type: 'price.updated',
      livemode: false,
      data: { object: { id: 'price_1', object: 'price', product: 'prod_1' } },
    });
    const signature = new Stripe('sk_test_1').webhooks.generateTestHeaderString({
      payload,
      secret: accounts[0].webhookSecret,
    });
    await post('/api/checkout/webhook/main', 'event-00001')
      .set('Content-Type', 'application/json')
      .set('Stripe-Signature', signature)
      .send(payload)
      .expect(200);
    expect(await readRequestId(({ path }) => path.includes('prod_1'))).toBe('event-00001');
  });

  it('carry the id of the job without a causing request: CDN purges', async () => {
    await service.admin.post('/content-manager/collection-types/api::vertical.vertical', {
      name: 'medicina',
      slug: 'medicina',
    });
    expect(await readRequestId(({ method }) => method === 'PURGE')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('are logged with the id of the request at the end of the line', async () => {
    const { email } = newAccount();
    mailbox.refused.add(email);
    await post('/api/user-endpoints/register', 'register-0002')
      .send({ ...newAccount(), email })
      .expect(200);
    await until(
      () => service.process.output(),
      (output) => /error: jobs: account\.mail: .*\(request register-0002\)$/m.test(output),
    );
  });
});
