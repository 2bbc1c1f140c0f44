import path from 'node:path';
import { type StandIn, startStandIn } from '../support/stand-in';
import { until } from '../support/until';
import { createEndpoint, logOf, startService, test, update } from './support';

/** A public address of an unassigned network. */
const UNASSIGNED_ADDRESS = '4000::1';

const names = {
  'loopback.test': ['127.0.0.1'],
  'loopback6.test': ['::1'],
  'metadata.test': ['169.254.169.254'],
  'mapped.test': ['::ffff:10.0.0.1'],
  'private.test': ['192.168.1.7'],
  'unspecified.test': ['0.0.0.0'],
  // The name is public at the first lookup, and this machine afterwards.
  'rebinding.test': [UNASSIGNED_ADDRESS, '127.0.0.1'],
};

const NOT_PUBLIC = 'the address is not of the public internet';

let service: Awaited<ReturnType<typeof startService>>;
let internalServer: StandIn;

const portOf = ({ url }: StandIn): string => new URL(url).port;

/** Returns the delivery of a message to a URL. */
const deliverTo = async (url: string, tries = 3) => {
  const endpoint = await createEndpoint(service.admin, { url });
  await test(service.admin, endpoint);
  const [delivery] = await until(
    () => logOf(service.admin, endpoint),
    ([first]) => (first?.tries ?? 0) >= tries,
  );
  return delivery;
};

beforeAll(async () => {
  internalServer = await startStandIn();
  service = await startService({
    WEBHOOKS_ALLOW_PRIVATE: 'false',
    NODE_OPTIONS: `--import=${path.resolve(__dirname, 'names.mjs')}`,
    NAMES: JSON.stringify(names),
  });
});

afterEach(async () => {
  // In every case, the internal server received no request.
  expect(await internalServer.received()).toEqual([]);
});

afterAll(async () => {
  await service.stop();
  await internalServer.stop();
});

describe('webhook with WEBHOOKS_ALLOW_PRIVATE=false', () => {
  it.each([
    'loopback.test',
    'loopback6.test',
    'metadata.test',
    'mapped.test',
    'private.test',
    'unspecified.test',
  ])('hostname of a private address – is not sent: %s', async (name) => {
    expect(await deliverTo(`https://${name}:${portOf(internalServer)}/`, 1)).toMatchObject({
      answer: null,
      reason: NOT_PUBLIC,
    });
  });

  it('scheme in capitals – is not sent to a private address', async () => {
    expect(await deliverTo(`HTTPS://loopback.test:${portOf(internalServer)}/`, 1)).toMatchObject({
      answer: null,
      reason: NOT_PUBLIC,
    });
  });

  it('hostname with changing addresses – connects to the validated address only', async () => {
    const delivery = await deliverTo(`https://rebinding.test:${portOf(internalServer)}/`, 2);
    expect(delivery).toMatchObject({ answer: null, reason: NOT_PUBLIC });
    const lookups = service.process
      .output()
      .split('\n')
      .filter((line) => line.startsWith('looked up rebinding.test'));
    // One lookup for each attempt: the second attempt connects to its own result, not to the first.
    expect(lookups.slice(0, 2)).toEqual([
      `looked up rebinding.test: ${UNASSIGNED_ADDRESS}`,
      'looked up rebinding.test: 127.0.0.1',
    ]);
  });

  it.each([
    ['https://127.0.0.1/', 'WEBHOOK_ADDRESS_PRIVATE'],
    ['https://[::ffff:a00:1]/', 'WEBHOOK_ADDRESS_PRIVATE'],
    ['https://169.254.169.254/latest/meta-data/', 'WEBHOOK_ADDRESS_PRIVATE'],
    ['http://www.example.com/', 'WEBHOOK_ADDRESS_INVALID'],
    ['www.example.com', 'WEBHOOK_ADDRESS_INVALID'],
  ])('endpoint %s – is not saved', async (url, code) => {
    const address = '/content-manager/collection-types/plugin::webhooks.endpoint';
    const rejection = await service.admin.post(address, { name: 'Inside', isOn: true, url });
    expect(rejection.status).toBe(400);
    expect(rejection.body.error).toMatchObject({
      details: { code, errors: [{ path: ['url'] }] },
    });
    const { documentId } = await createEndpoint(service.admin, { url: 'https://www.example.com/' });
    expect((await update(service.admin, documentId, { url })).status).toBe(400);
  });

  it.each(['http://127.0.0.1', 'https://metadata.test', 'http://loopback6.test'])(
    'POST /admin/webhooks/:id/trigger – %s – is not sent',
    async (origin) => {
      const { admin } = service;
      const created = await admin.post('/admin/webhooks', {
        ...{ name: 'Strapi', url: `${origin}:${portOf(internalServer)}/`, headers: {} },
        events: ['entry.update'],
      });
      expect(created.status).toBe(201);
      const { id } = created.body.data as { id: number };
      const { body } = await admin.post(`/admin/webhooks/${id}/trigger`);
      expect(body.data).toEqual({ statusCode: 500, message: NOT_PUBLIC });
      expect((await admin.delete(`/admin/webhooks/${id}`)).status).toBe(200);
    },
  );
});
