import { request } from 'node:http';
import { getJobs } from '#platform/jobs';
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

/** Opens a socket like a data transfer. Returns the status of the response. */
const openSocket = (url: string, key: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const clientRequest = request(`${url}/admin/transfer/runner/pull`, {
      headers: {
        Authorization: `Bearer ${key}`,
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': Buffer.from('0123456789abcdef').toString('base64'),
      },
    });
    clientRequest.on('upgrade', ({ statusCode }, socket) => {
      socket.destroy();
      resolve(statusCode);
    });
    clientRequest.on('response', ({ statusCode }) => resolve(statusCode));
    clientRequest.on('error', reject);
    clientRequest.end();
  });

describe('audit log of refunds, mails, webhooks and transfers', () => {
  let standIn: StandIn;
  let app: App;
  let admin: Admin;

  const findLast = async (action: string): Promise<StoredEntry | undefined> =>
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

  it('refunds – records each once', async () => {
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
    const refunds = await entriesOf(app, 'order.refunded');
    expect(refunds.map(({ details }) => details.amountRefunded)).toEqual([1_000, 4_900]);
    expect(refunds[0]).toMatchObject({
      target_type: 'plugin::checkout.order',
      target_id: expect.any(String) as string,
      target_name: expect.any(String) as string,
    });
  });

  it('e-mail sent again – records the user', async () => {
    const job = (await getJobs(app).enqueue('account.mail', { kind: 'nothing' })) ?? '';
    await until(
      () => getJobs(app).stateOf('account.mail', job),
      (state) => state === 'failed' || state === 'retry',
    );
    expect((await admin.post(`/account/mails/${job}/resend`, {})).status).toBe(200);
    expect(await findLast('mail.sent-again')).toMatchObject({ actor_kind: 'user', target_id: job });
  });

  it('webhook test and repeated delivery – record each', async () => {
    const endpoint = { name: 'CRM', url: 'https://crm.invalid/hook', isOn: true };
    const created = await admin.post(
      '/content-manager/collection-types/plugin::webhooks.endpoint',
      endpoint,
    );
    const { documentId } = created.body.data as Delivery;
    expect((await admin.post(`/webhooks/endpoints/${documentId}/test`)).status).toBe(200);
    expect(await findLast('webhook.tested')).toMatchObject({ target_id: documentId });
    const list = await admin.get(`/webhooks/endpoints/${documentId}/deliveries`);
    const [delivery] = list.body.data as Delivery[];
    const again = `/webhooks/deliveries/${delivery?.documentId}/send`;
    expect((await admin.post(again)).status).toBe(200);
    expect(await findLast('webhook.sent-again')).toMatchObject({ target_id: delivery?.documentId });
  });

  it('data transfer – records its token; an invalid token – records nothing', async () => {
    const { body } = await admin.post('/admin/transfer/tokens', {
      name: 'Backup',
      description: '',
      permissions: ['pull'],
      lifespan: null,
    });
    expect(await openSocket(app.url, 'nonsense')).toBe(401);
    expect(await findLast('transfer.pulled')).toBeUndefined();
    const { accessKey } = body.data as { accessKey: string };
    expect(await openSocket(app.url, accessKey)).toBe(101);
    const entry = await until(
      () => findLast('transfer.pulled'),
      (document) => document !== undefined,
    );
    expect(entry).toMatchObject({ actor_kind: 'token', actor_name: 'Backup' });
  });
});
