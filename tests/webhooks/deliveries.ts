import type { Admin } from '../support/admin';
import type { App } from '../support/app';
import type { StandIn } from '../support/stand-in';
import { until } from '../support/until';
import {
  createEndpoint,
  type Delivery,
  type Endpoint,
  logOf,
  secretsIn,
  secretOf,
  remove,
  sendAgain,
  type Shared,
  test,
  update,
  verified,
} from './support';

/** Tests how messages are sent, retried, logged and signed. */
export const describeDeliveries = (shared: () => Shared): void => {
  describe('deliveries', () => {
    let app: App;
    let admin: Admin;
    let receiver: StandIn;
    let endpoint: Endpoint;

    const url = (path = '/hook'): string => `${receiver.url}${path}`;

    /** Sends messages to an endpoint, so many times. */
    const happen = async (count = 1, to = endpoint): Promise<void> => {
      for (let sent = 0; sent < count; sent += 1) await test(admin, to);
    };

    const log = (): Promise<Delivery[]> => logOf(admin, endpoint);

    const isSettled = (deliveries: readonly Delivery[]): boolean =>
      deliveries.length > 0 && deliveries.every(({ state }) => state !== 'waiting');

    beforeAll(() => {
      ({ app, admin, receiver } = shared());
    });

    beforeEach(async () => {
      await receiver.answer([]);
      endpoint = await createEndpoint(admin, { url: url() });
      await receiver.empty();
    });

    afterEach(() => remove(admin, endpoint.documentId));

    describe('a webhook', () => {
      it('should arrive signed, as Standard Webhooks have it, and be logged', async () => {
        await happen();
        const [delivery] = await until(log, isSettled);
        expect(delivery).toMatchObject({ state: 'delivered', tries: 1, answer: 200, reason: null });
        const [request] = await receiver.received();
        if (request === undefined) throw new Error('nothing came');
        expect(request).toMatchObject({ method: 'POST', path: '/hook' });
        expect(request.headers).toMatchObject({
          'content-type': 'application/json',
          'webhook-id': `msg_${delivery?.documentId}`,
          'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
          'webhook-signature': expect.stringMatching(/^v1,[\w+/]{43}=$/),
        });
        expect(verified(endpoint, request)).toMatchObject({
          type: 'webhook.test',
          data: {},
        });
      });

      it('should arrive in order, each once', async () => {
        await happen(30);
        await until(log, (all) => all.length === 30 && isSettled(all));
        const deliveries = await log();
        const requests = await receiver.received();
        expect(requests.map(({ headers }) => headers['webhook-id'])).toEqual(
          deliveries.map(({ documentId }) => `msg_${documentId}`),
        );
      });

      it.each([
        ['answers 500', { status: 500 }, { answer: 500, reason: 'answered 500' }],
        [
          'redirects',
          { status: 307, headers: { Location: '/elsewhere' } },
          { answer: 307, reason: 'answered 307' },
        ],
        ['ends the connection', { kind: 'reset' }, { answer: null, reason: 'ECONNRESET' }],
        ['keeps silent', { kind: 'hang' }, { answer: null, reason: 'took too long' }],
        ['never ends its headers', { kind: 'drip' }, { answer: null, reason: 'took too long' }],
      ] as const)('should be tried again where the receiver %s', async (_how, rule, outcome) => {
        await receiver.answer([{ ...rule, times: 1 }]);
        await happen();
        const [waiting] = await until(log, ([one]) => (one?.tries ?? 0) > 0);
        expect(waiting).toMatchObject({ state: 'waiting', ...outcome });
        const [delivered] = await until(log, isSettled);
        expect(delivered).toMatchObject({
          state: 'delivered',
          tries: 2,
          answer: 200,
          reason: null,
        });
        const requests = await receiver.received();
        expect(requests.map(({ path }) => path)).toEqual(['/hook', '/hook']);
        const [first, second] = requests.map(({ headers }) => headers['webhook-id']);
        expect(second).toBe(first);
      });

      it('should not read an answer without end', async () => {
        await receiver.answer([{ kind: 'huge' }]);
        await happen();
        const [delivery] = await until(log, isSettled);
        expect(delivery).toMatchObject({ state: 'delivered', answer: 200 });
        const [request] = await receiver.received();
        expect(request?.sent).toBeLessThan(10_000_000);
      });

      it('should be given up after so many tries, and be sent again when somebody asks', async () => {
        await receiver.answer([{ status: 503 }]);
        await happen();
        const [failed] = await until(log, isSettled);
        expect(failed).toMatchObject({ state: 'failed', tries: 3, answer: 503 });
        await receiver.answer([]);
        await receiver.empty();
        if (failed === undefined) throw new Error('nothing is logged');
        expect((await sendAgain(admin, failed)).status).toBe(200);
        const [delivered] = await until(log, ([one]) => one?.state === 'delivered');
        expect(delivered).toMatchObject({ tries: 1, answer: 200, reason: null });
        const [request] = await receiver.received();
        expect(request?.headers['webhook-id']).toBe(`msg_${failed.documentId}`);
      });

      it('should not wait for another endpoint that hangs', async () => {
        await receiver.answer([{ path: '/hanging', kind: 'hang' }]);
        const hanging = await createEndpoint(admin, { name: 'Hanging', url: url('/hanging') });
        await happen(20, hanging);
        await happen(20);
        await until(log, (all) => all.length === 20 && isSettled(all));
        expect(isSettled(await logOf(admin, hanging))).toBe(false);
        await remove(admin, hanging.documentId);
      });

      it('should not be sent to what is switched off or gone', async () => {
        app.changeSettings({ WEBHOOKS_TRIES: '30' });
        await receiver.answer([{ status: 500 }]);
        const other = await createEndpoint(admin, { name: 'Other', url: url('/other') });
        await happen();
        await happen(1, other);
        await until(log, ([one]) => (one?.tries ?? 0) > 0);
        await update(admin, endpoint.documentId, { isOn: false });
        await remove(admin, other.documentId);
        expect(await until(log, isSettled)).toMatchObject([
          { state: 'failed', reason: 'the webhook is off' },
        ]);
        expect(await logOf(admin, other)).toMatchObject([
          { state: 'failed', reason: 'the webhook was deleted' },
        ]);
        app.changeSettings({ WEBHOOKS_TRIES: '3' });
      });
    });

    describe('the secret of a webhook', () => {
      it('should be in the database in no form that signs', async () => {
        for (const stored of await secretsIn(app.database)) {
          expect(stored).not.toContain('whsec_');
          expect(stored).not.toContain(endpoint.secret.slice(6));
        }
      });

      it('should be each endpoint’s own, also of a copy', async () => {
        const address = '/content-manager/collection-types/plugin::webhooks.endpoint';
        const { body } = await admin.post(`${address}/clone/${endpoint.documentId}`, {
          name: 'Copy',
        });
        const { documentId } = body.data as { documentId: string };
        const secret = await secretOf(admin, documentId);
        expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
        expect(secret).not.toBe(endpoint.secret);
        await remove(admin, documentId);
      });

      it('should hold for another day once there is a new one', async () => {
        const { body } = await admin.post(`/webhooks/endpoints/${endpoint.documentId}/secret`, {});
        const { secret } = body.data as { secret: string };
        expect(secret).not.toBe(endpoint.secret);
        await test(admin, endpoint);
        await until(log, isSettled);
        const [request] = await receiver.received();
        if (request === undefined) throw new Error('nothing came');
        for (const known of [secret, endpoint.secret]) {
          expect(verified({ ...endpoint, secret: known }, request).type).toBe('webhook.test');
        }
      });
    });
  });
};
