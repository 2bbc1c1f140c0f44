import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { doneFor } from '../../src/http/request-id';
import { createProviderHttp } from '../../src/plugins/checkout/server/services/provider/client';
import { createClient } from '../../src/plugins/partner-video/server/services/partner/http-client';

describe('Who is asked in the course of a request', () => {
  let server: Server;
  let port: number;
  let asked: IncomingHttpHeaders[];

  beforeAll(async () => {
    server = createServer(({ headers }, response) => {
      asked.push(headers);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: 'prod_1', object: 'product' }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });

  beforeEach(() => {
    asked = [];
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const askProvider = (): Promise<unknown> =>
    new Stripe('sk_test_1', {
      host: '127.0.0.1',
      port,
      protocol: 'http',
      telemetry: false,
      httpClient: createProviderHttp(),
    }).products.retrieve('prod_1');

  const askPartner = async (): Promise<unknown> => {
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, timeoutMs: 5000 });
    return client.call({ name: 'test', isRepeatable: true, maxBytes: 1000 })({
      url: '/x',
      headers: { Authorization: 'Bearer token' },
    });
  };

  it.each([
    ['the payment provider', askProvider],
    ['the video partner', askPartner],
  ])('should be told for which one: %s', async (_who, ask) => {
    await doneFor('request-0001', ask);
    await ask();
    expect(asked.map((headers) => headers['x-request-id'])).toEqual(['request-0001', undefined]);
    expect(asked[0]?.authorization).toMatch(/^Bearer /);
  });

  it('should be told each their own, however many are under way', async () => {
    const ids = Array.from({ length: 20 }, (_, at) => `request-${1000 + at}`);
    await Promise.all(ids.map((id) => doneFor(id, askProvider)));
    expect(asked.map((headers) => headers['x-request-id']).sort()).toEqual(ids);
  });
});
