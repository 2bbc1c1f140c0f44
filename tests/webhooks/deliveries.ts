import { sql } from '#platform/strapi/queries';
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

    /** Sends test messages to an endpoint, this many times. */
    const sendTests = async (count = 1, to = endpoint): Promise<void> => {
      for (let index = 0; index < count; index += 1) await test(admin, to);
    };

    const listDeliveries = (): Promise<Delivery[]> => logOf(admin, endpoint);

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
      it('is signed according to Standard Webhooks, and logged', async () => {
        await sendTests();
        const [delivery] = await until(listDeliveries, isSettled);
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

      it('30 messages – arrive in order, each once', async () => {
        await sendTests(30);
        await until(listDeliveries, (all) => all.length === 30 && isSettled(all));
        const deliveries = await listDeliveries();
        const requests = await receiver.received();
        expect(requests.map(({ headers }) => headers['webhook-id'])).toEqual(
          deliveries.map(({ documentId }) => `msg_${documentId}`),
        );
      });

      it.each([
        ['responds 500', { status: 500 }, { answer: 500, reason: 'answered 500' }],
        [
          'redirects',
          { status: 307, headers: { Location: '/elsewhere' } },
          { answer: 307, reason: 'answered 307' },
        ],
        ['closes the connection', { kind: 'reset' }, { answer: null, reason: 'ECONNRESET' }],
        ['does not respond', { kind: 'hang' }, { answer: null, reason: 'took too long' }],
        ['never ends its headers', { kind: 'drip' }, { answer: null, reason: 'took too long' }],
      ] as const)('is retried when the receiver %s', async (_how, rule, outcome) => {
        // Without a last try, the delivery waits until the receiver works again.
        app.changeSettings({ WEBHOOKS_TRIES: '30' });
        await receiver.answer([rule]);
        await sendTests();
        const [retried] = await until(listDeliveries, ([first]) => (first?.tries ?? 0) > 0);
        expect(retried).toMatchObject({ state: 'waiting', ...outcome });
        await receiver.answer([]);
        const [delivered] = await until(listDeliveries, isSettled);
        app.changeSettings({ WEBHOOKS_TRIES: '3' });
        expect(delivered).toMatchObject({ state: 'delivered', answer: 200, reason: null });
        const requests = await receiver.received();
        expect(requests.length).toBeGreaterThan(1);
        expect(requests).toHaveLength(delivered?.tries ?? 0);
        expect(new Set(requests.map(({ path }) => path))).toEqual(new Set(['/hook']));
        expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      });

      it('endless response – is not read to its end', async () => {
        await receiver.answer([{ kind: 'huge' }]);
        await sendTests();
        const [delivery] = await until(listDeliveries, isSettled);
        expect(delivery).toMatchObject({ state: 'delivered', answer: 200 });
        const [request] = await receiver.received();
        expect(request?.sent).toBeLessThan(10_000_000);
      });

      it('last attempt failed – is given up, and sent again on request', async () => {
        await receiver.answer([{ status: 503 }]);
        await sendTests();
        const [failedDelivery] = await until(listDeliveries, isSettled);
        expect(failedDelivery).toMatchObject({ state: 'failed', tries: 3, answer: 503 });
        await receiver.answer([]);
        await receiver.empty();
        if (failedDelivery === undefined) throw new Error('nothing is logged');
        expect((await sendAgain(admin, failedDelivery)).status).toBe(200);
        const [delivered] = await until(listDeliveries, ([first]) => first?.state === 'delivered');
        expect(delivered).toMatchObject({ tries: 1, answer: 200, reason: null });
        const [request] = await receiver.received();
        expect(request?.headers['webhook-id']).toBe(`msg_${failedDelivery.documentId}`);
      });

      it.each(['refresh', 'onTaken'] as const)(
        'error in %s – counts as a try of this delivery, and others are sent',
        async (step) => {
          const kinds = app.strapi.get<Map<string, object>>('webhook-kinds');
          const name = `test.${step}`;
          kinds.set(name, { name, [step]: () => Promise.reject(new Error('out of order')) });
          await sql(
            app,
            `INSERT INTO webhook_deliveries
               (document_id, event, subject, endpoint_name, endpoint_id, state, tries, next_try_ms, payload)
             VALUES (?, ?, 'Broken', 'Site', ?, 'waiting', 0, 1, '{}')`,
            [`broken-${step}`, name, endpoint.documentId],
          );
          await sendTests();
          const deliveries = await until(
            listDeliveries,
            (all) => all.length === 2 && isSettled(all),
          );
          kinds.delete(name);
          expect(deliveries).toMatchObject([
            { state: 'failed', tries: 3, answer: null, reason: 'an error of this service' },
            { state: 'delivered', tries: 1 },
          ]);
        },
      );

      it('endpoint that does not respond – does not delay another endpoint', async () => {
        await receiver.answer([{ path: '/hanging', kind: 'hang' }]);
        const hangingEndpoint = await createEndpoint(admin, {
          name: 'Hanging',
          url: url('/hanging'),
        });
        await sendTests(20, hangingEndpoint);
        await sendTests(20);
        await until(listDeliveries, (all) => all.length === 20 && isSettled(all));
        expect(isSettled(await logOf(admin, hangingEndpoint))).toBe(false);
        await remove(admin, hangingEndpoint.documentId);
      });

      it('disabled or deleted endpoint – gets no further messages', async () => {
        app.changeSettings({ WEBHOOKS_TRIES: '30' });
        await receiver.answer([{ status: 500 }]);
        const deletedEndpoint = await createEndpoint(admin, { name: 'Other', url: url('/other') });
        await sendTests();
        await sendTests(1, deletedEndpoint);
        await until(listDeliveries, ([first]) => (first?.tries ?? 0) > 0);
        await update(admin, endpoint.documentId, { isOn: false });
        await remove(admin, deletedEndpoint.documentId);
        expect(await until(listDeliveries, isSettled)).toMatchObject([
          { state: 'failed', reason: 'the webhook is off' },
        ]);
        expect(await logOf(admin, deletedEndpoint)).toMatchObject([
          { state: 'failed', reason: 'the webhook was deleted' },
        ]);
        app.changeSettings({ WEBHOOKS_TRIES: '3' });
      });
    });

    describe('the secret of a webhook', () => {
      it('is not stored in readable form', async () => {
        for (const storedSecret of await secretsIn(app.database)) {
          expect(storedSecret).not.toContain('whsec_');
          expect(storedSecret).not.toContain(endpoint.secret.slice(6));
        }
      });

      it('cloned endpoint – gets its own secret', async () => {
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

      it('new secret – keeps the former one valid for a day', async () => {
        const { body } = await admin.post(`/webhooks/endpoints/${endpoint.documentId}/secret`, {});
        const { secret } = body.data as { secret: string };
        expect(secret).not.toBe(endpoint.secret);
        await test(admin, endpoint);
        await until(listDeliveries, isSettled);
        const [request] = await receiver.received();
        if (request === undefined) throw new Error('nothing came');
        for (const validSecret of [secret, endpoint.secret]) {
          expect(verified({ ...endpoint, secret: validSecret }, request).type).toBe('webhook.test');
        }
      });
    });
  });
};
