import { request } from 'node:http';
import { jobsOf } from '../../src/platform/jobs';
import { type Admin, signIn } from '../support/admin';
import { type App, stopQuietly } from '../support/app';
import {
  deliverTo,
  openShop,
  purchase,
  type Session,
  type StandIn,
  untilState,
} from '../checkout/support';
import { until } from '../support/until';
import { entriesOf, type StoredEntry } from './support';

type Delivery = { documentId: string };

/** Opens a socket like a transfer and returns the status of the response. */
const openSocket = (url: string, key: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const asked = request(`${url}/admin/transfer/runner/pull`, {
      headers: {
        Authorization: `Bearer ${key}`,
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': Buffer.from('0123456789abcdef').toString('base64'),
      },
    });
    asked.on('upgrade', ({ statusCode }, socket) => {
      socket.destroy();
      resolve(statusCode);
    });
    asked.on('response', ({ statusCode }) => resolve(statusCode));
    asked.on('error', reject);
    asked.end();
  });

describe('the audit log of what goes out and comes in', () => {
  let standIn: StandIn;
  let app: App;
  let admin: Admin;

  const last = async (action: string): Promise<StoredEntry | undefined> =>
    (await entriesOf(app, action)).at(-1);

  beforeAll(async () => {
    ({ standIn, app } = await openShop());
    await deliverTo(standIn, app.url);
    admin = await signIn(app);
  });

  afterAll(async () => {
    await stopQuietly(app);
    await standIn.stop();
  });

  it('should tell of refunds that were seen, once each', async () => {
    const { body } = await app.request
      .post('/api/create-checkout-session')
      .send(purchase())
      .expect(200);
    const { id } = body as Session;
    await standIn.act(id, 'pay');
    await standIn.act(id, 'refund', { amount: 1_000 });
    await untilState(app.database, id, 'partially_refunded');
    await standIn.act(id, 'refund');
    await untilState(app.database, id, 'refunded');
    const seen = await entriesOf(app, 'order.refunded');
    expect(seen.map(({ details }) => details.amountRefunded)).toEqual([1_000, 4_900]);
    expect(seen[0]).toMatchObject({
      target_type: 'plugin::checkout.order',
      target_id: expect.any(String) as string,
      target_name: expect.any(String) as string,
    });
  });

  it('should tell who had an e-mail sent again', async () => {
    const job = (await jobsOf(app).enqueue('account.mail', { kind: 'nothing' })) ?? '';
    await until(
      () => jobsOf(app).stateOf('account.mail', job),
      (state) => state === 'failed' || state === 'retry',
    );
    expect((await admin.post(`/account/mails/${job}/resend`, {})).status).toBe(200);
    expect(await last('mail.sent-again')).toMatchObject({ actor_kind: 'user', target_id: job });
  });

  it('should tell who tested a webhook, and who had something sent to it again', async () => {
    const endpoint = { name: 'CRM', url: 'https://crm.invalid/hook', isOn: true };
    const made = await admin.post(
      '/content-manager/collection-types/plugin::webhooks.endpoint',
      endpoint,
    );
    const { documentId } = made.body.data as Delivery;
    expect((await admin.post(`/webhooks/endpoints/${documentId}/test`)).status).toBe(200);
    expect(await last('webhook.tested')).toMatchObject({ target_id: documentId });
    const list = await admin.get(`/webhooks/endpoints/${documentId}/deliveries`);
    const [delivery] = list.body.data as Delivery[];
    const again = `/webhooks/deliveries/${delivery?.documentId}/send`;
    expect((await admin.post(again)).status).toBe(200);
    expect(await last('webhook.sent-again')).toMatchObject({ target_id: delivery?.documentId });
  });

  it('should tell by which token data were transferred, and nothing of one that may not', async () => {
    const { body } = await admin.post('/admin/transfer/tokens', {
      name: 'Backup',
      description: '',
      permissions: ['pull'],
      lifespan: null,
    });
    expect(await openSocket(app.url, 'nonsense')).toBe(401);
    expect(await last('transfer.pulled')).toBeUndefined();
    const { accessKey } = body.data as { accessKey: string };
    expect(await openSocket(app.url, accessKey)).toBe(101);
    const entry = await until(
      () => last('transfer.pulled'),
      (found) => found !== undefined,
    );
    expect(entry).toMatchObject({ actor_kind: 'token', actor_name: 'Backup' });
  });
});
