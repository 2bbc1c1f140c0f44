import { type Admin, signInFirst } from '../support/admin';
import type { App } from '../support/app';
import { type Received, startStandIn as startReceiver } from '../support/stand-in';
import { until } from '../support/until';
import {
  createEndpoint,
  type Delivery,
  type Endpoint,
  logOf,
  type Message,
  quick,
  remove,
  sendAgain,
  verified,
} from '../webhooks/support';
import { announceUntakenAgain } from '#plugins/commerce/checkout/server/services/orders/announce';
import { findLineOf } from '#plugins/commerce/checkout/server/order-line';
import {
  deliverTo,
  enrol,
  openShop,
  purchase,
  type Session,
  type StandIn,
  subscription,
} from './support';

const ORDER = 'plugin::checkout.order';
const ORDERS = `/content-manager/collection-types/${ORDER}`;

let standIn: StandIn;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let app: App;
let admin: Admin;
let endpoint: Endpoint;

const allOrderEvents = [
  'order.paid',
  'order.payment_failed',
  'order.refunded',
  'order.disputed',
  'order.dispute_closed',
  'subscription.renewed',
  'subscription.payment_failed',
  'subscription.ending',
  'subscription.ended',
  'instalments.completed',
];

beforeAll(async () => {
  [{ standIn, app }, receiver] = await Promise.all([openShop(quick), startReceiver()]);
  admin = await signInFirst(app);
  await deliverTo(standIn, app.url);
});

afterAll(async () => {
  await app.stop();
  await Promise.all([standIn.stop(), receiver.stop()]);
});

const subscribe = (events: readonly string[], over: object = {}): Promise<Endpoint> =>
  createEndpoint(admin, { url: `${receiver.url}/enrol`, events, ...over });

beforeEach(async () => {
  await receiver.answer([]);
  endpoint = await subscribe(allOrderEvents);
  await receiver.empty();
});

afterEach(() => remove(admin, endpoint.documentId));

const open = async (kind: string, body: object, bearer?: string): Promise<string> => {
  const request = app.request.post(`/api/create-checkout-${kind}`);
  if (bearer !== undefined) void request.set('Authorization', bearer);
  return ((await request.send(body).expect(200)).body as Session).id;
};

const listMessages = async (target = endpoint): Promise<Message[]> =>
  (await receiver.received()).map((received: Received) => verified(target, received));

/** Returns the messages of a session when this many have arrived. */
const waitForMessages = (sessionId: string, count: number): Promise<Message[]> =>
  until(
    async () =>
      (await listMessages()).filter(
        ({ data }) => (data.order as { sessionId: string }).sessionId === sessionId,
      ),
    (list) => list.length >= count,
  );

type Order = Parameters<typeof findLineOf>[1] & { documentId: string; handover: string | null };

const orderOf = async (sessionId: string): Promise<Order> =>
  (await app.strapi.db.query(ORDER).findOne({ where: { sessionId } })) as Order;

const waitForHandover = (sessionId: string, expected: string) =>
  until(
    async () => (await orderOf(sessionId)).handover,
    (handover) => handover === expected,
  );

describe('webhooks of orders', () => {
  it('order.paid – contains order, customer and metadata for the enrolment', async () => {
    const ana = await enrol(app.strapi, 'ana.pays@example.com');
    const body = purchase({
      customer_email: 'ana.pays@example.com',
      metadata: { laab_fetch: [{ key: 'campaign', value: 'spring' }] },
    });
    const id = await open('session', body, ana.bearer);
    await standIn.act(id, 'pay');
    const [message] = await waitForMessages(id, 1);
    expect(message?.type).toBe('order.paid');
    expect(message?.data).toEqual({
      sequence: expect.stringMatching(/^\d+$/) as string,
      order: expect.objectContaining({
        documentId: (await orderOf(id)).documentId,
        sessionId: id,
        state: 'paid',
        amountTotal: 4_900,
        currency: 'eur',
        vertical: 'medicina',
        product: {
          documentId: expect.any(String) as string,
          title: 'Curso de prueba',
          SKU: 'COURSE-1',
        },
      }) as object,
      account: 'main',
      customer: {
        email: 'ana.pays@example.com',
        student: { documentId: expect.any(String) as string, email: 'ana.pays@example.com' },
      },
      otherOrders: [],
      metadata: expect.objectContaining({ campaign: 'spring', SKU: 'COURSE-1' }) as object,
    });
    await waitForHandover(id, 'taken');
  });

  it('order.refunded – customer with a second order of the product – names the orders that give access when it is sent', async () => {
    const { bearer } = await enrol(app.strapi, 'buys.twice@example.com');
    const buy = async () => {
      const id = await open(
        'session',
        purchase({ customer_email: 'buys.twice@example.com' }),
        bearer,
      );
      await standIn.act(id, 'pay');
      await waitForMessages(id, 1);
      return id;
    };
    const [first, second] = [await buy(), await buy()];
    await standIn.act(first, 'refund');
    const [, refundMessage] = await waitForMessages(first, 2);
    expect(refundMessage).toMatchObject({
      type: 'order.refunded',
      data: { otherOrders: [(await orderOf(second)).documentId] },
    });
    await standIn.act(second, 'refund');
    const [, lastMessage] = await waitForMessages(second, 2);
    expect(lastMessage?.data.otherOrders).toEqual([]);

    const third = await buy();
    const refunds = (await logOf(admin, endpoint)).filter(
      ({ event }) => event === 'order.refunded',
    );
    const [, lastRefund] = refunds as [Delivery, Delivery];
    await sendAgain(admin, lastRefund);
    const [, , lateMessage] = await waitForMessages(second, 3);
    expect(lateMessage?.data).toEqual({
      ...lastMessage?.data,
      otherOrders: [(await orderOf(third)).documentId],
    });
  });

  it('payment and refunds – one message for each, however often the provider reports them', async () => {
    const id = await open('session', purchase());
    await standIn.act(id, 'pay');
    await waitForMessages(id, 1);
    await standIn.act(id, 'refund', { amount: 1_000 });
    await waitForMessages(id, 2);
    await standIn.act(id, 'refund');
    const paymentMessages = await waitForMessages(id, 3);
    expect(paymentMessages.map(({ type }) => type)).toEqual([
      'order.paid',
      'order.refunded',
      'order.refunded',
    ]);
    const refunded = paymentMessages.map(
      ({ data }) => (data.order as { amountRefunded: number }).amountRefunded,
    );
    expect(refunded).toEqual([0, 1_000, 4_900]);
    const sequences = paymentMessages.map(({ data }) => Number(data.sequence));
    expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
  });

  it('subscription – one message for each step from payment to end', async () => {
    const id = await open('subscription', subscription());
    await standIn.act(id, 'pay');
    await waitForMessages(id, 1);
    await standIn.act(id, 'renew');
    await waitForMessages(id, 2);
    await standIn.act(id, 'end-after-period');
    await waitForMessages(id, 3);
    await standIn.act(id, 'cancel');
    const subscriptionMessages = await waitForMessages(id, 4);
    expect(subscriptionMessages.map(({ type }) => type)).toEqual([
      'order.paid',
      'subscription.renewed',
      'subscription.ending',
      'subscription.ended',
    ]);
  });

  it('endpoint without the event, or of another business line – receives nothing', async () => {
    const { documentId: otherLine } = (await app.strapi.db
      .query('api::vertical.vertical')
      .findOne({ where: { slug: 'psicologia' } })) as { documentId: string };
    const anyEndpoint = await subscribe([]);
    const otherEndpoint = await subscribe(['order.paid'], { verticals: { connect: [otherLine] } });
    const id = await open('session', purchase());
    await standIn.act(id, 'pay');
    await waitForMessages(id, 1);
    const listLogged = async (of: Endpoint) => (await logOf(admin, of)).map(({ event }) => event);
    expect((await listLogged(anyEndpoint)).filter((event) => event.startsWith('order'))).toEqual(
      [],
    );
    expect(await listLogged(otherEndpoint)).toEqual([]);
    for (const { documentId } of [anyEndpoint, otherEndpoint]) await remove(admin, documentId);
  });

  describe('endpoint of a business line', () => {
    const LINE = 'api::vertical.vertical';
    const lines = () => app.strapi.documents(LINE);
    const createLine = (slug: string) => lines().create({ data: { name: slug, slug } as never });
    const listEvents = async (of: Endpoint) => (await logOf(admin, of)).map(({ event }) => event);
    const events = ['order.paid', 'order.refunded'];
    const untilDelivered = (count: number) =>
      until(
        () => listEvents(endpoint),
        ({ length }) => length === count,
      );

    it.each(['this', 'an earlier'])(
      'order.refunded – order of %s release, slug of the line reassigned since – reaches only the endpoint of the line',
      async (release) => {
        const { documentId } = (await app.strapi.db
          .query(LINE)
          .findOne({ where: { slug: 'medicina' } })) as { documentId: string };
        const rename = (slug: string) => lines().update({ documentId, data: { slug } as never });
        const ownEndpoint = await subscribe(events, { verticals: { connect: [documentId] } });
        const id = await open('session', purchase());
        await standIn.act(id, 'pay');
        await untilDelivered(1);
        if (release !== 'this') {
          const before = { where: { sessionId: id }, data: { verticalDocumentId: null } };
          await app.strapi.db.query(ORDER).updateMany(before);
        }
        await rename('medicine');
        const otherLine = await createLine('medicina');
        const foreignEndpoint = await subscribe(events, {
          verticals: { connect: [otherLine.documentId] },
        });
        try {
          await standIn.act(id, 'refund');
          await untilDelivered(2);
          expect(await listEvents(ownEndpoint)).toEqual(events);
          expect(await listEvents(foreignEndpoint)).toEqual([]);
          // Before the upgrade, the slug went to the other line; after it, to a third one.
          const unknown = { where: { sessionId: id }, data: { verticalDocumentId: null } };
          await app.strapi.db.query(ORDER).updateMany(unknown);
          expect(await findLineOf({ strapi: app.strapi }, await orderOf(id))).toBeNull();
          const data = { slug: 'former' } as never;
          await lines().update({ documentId: otherLine.documentId, data });
          expect((await orderOf(id)).verticalDocumentId).toBeNull();
        } finally {
          for (const created of [ownEndpoint, foreignEndpoint])
            await remove(admin, created.documentId);
          await lines().delete({ documentId: otherLine.documentId });
          await rename('medicina');
        }
      },
    );

    it('order.paid – endpoint whose only line was deleted – receives no orders of other lines', async () => {
      const { documentId } = await createLine('temporary');
      const orphanEndpoint = await subscribe(events, { verticals: { connect: [documentId] } });
      await lines().delete({ documentId });
      const id = await open('session', purchase());
      await standIn.act(id, 'pay');
      await untilDelivered(1);
      expect(await listEvents(orphanEndpoint)).toEqual([]);
      await remove(admin, orphanEndpoint.documentId);
    });
  });

  it('order.paid – receiver fails – order is listed as waiting, and sent again until accepted', async () => {
    await receiver.answer([{ path: '/enrol', status: 500, times: 3 }]);
    const id = await open('session', purchase());
    await standIn.act(id, 'pay');
    await until(
      () => logOf(admin, endpoint),
      ([delivery]) => delivery?.state === 'failed',
    );
    const { documentId, handover } = await orderOf(id);
    expect(handover).toBe('waiting');
    const { body } = await admin.get(`${ORDERS}?filters[$and][0][handover][$eq]=waiting`);
    const listedIds = (body.results as Order[]).map((order) => order.documentId);
    expect(listedIds).toContain(documentId);

    await announceUntakenAgain({ strapi: app.strapi });
    await waitForHandover(id, 'taken');
    const paidMessages = (await listMessages()).filter(({ type }) => type === 'order.paid');
    expect(paidMessages).toHaveLength(4);
  });

  it('order.paid – one of two endpoints accepts – order stays waiting', async () => {
    const slowEndpoint = await createEndpoint(admin, {
      url: `${receiver.url}/slow`,
      events: ['order.paid'],
    });
    await receiver.answer([{ path: '/slow', status: 500, times: 3 }]);
    const id = await open('session', purchase());
    await standIn.act(id, 'pay');
    await until(
      () => logOf(admin, endpoint),
      ([delivery]) => delivery?.state === 'delivered',
    );
    await until(
      () => logOf(admin, slowEndpoint),
      ([delivery]) => delivery?.state === 'failed',
    );
    expect((await orderOf(id)).handover).toBe('waiting');
    await announceUntakenAgain({ strapi: app.strapi });
    await waitForHandover(id, 'taken');
    await remove(admin, slowEndpoint.documentId);
  });

  const untilFailed = (of: Endpoint, count: number) =>
    until(
      async () => (await logOf(admin, of)).filter(({ state }) => state === 'failed').length,
      (length) => length === count,
    );

  it('announceUntakenAgain – two failed messages of an order – sends only the latest', async () => {
    await receiver.answer([{ path: '/enrol', status: 500, times: 6 }]);
    const id = await open('session', purchase());
    await standIn.act(id, 'pay');
    await untilFailed(endpoint, 1);
    await standIn.act(id, 'refund', { amount: 1_000 });
    await untilFailed(endpoint, 2);
    await announceUntakenAgain({ strapi: app.strapi });
    await waitForHandover(id, 'taken');
    const log = await logOf(admin, endpoint);
    expect(log.map(({ event, state }) => [event, state])).toEqual([
      ['order.paid', 'failed'],
      ['order.refunded', 'delivered'],
    ]);
  });

  it('announceUntakenAgain – later message was accepted – sends none, and the order counts as taken', async () => {
    await receiver.answer([{ path: '/enrol', status: 500, times: 3 }]);
    const id = await open('session', purchase());
    await standIn.act(id, 'pay');
    await untilFailed(endpoint, 1);
    await standIn.act(id, 'refund', { amount: 1_000 });
    await waitForHandover(id, 'taken');
    await announceUntakenAgain({ strapi: app.strapi });
    expect((await logOf(admin, endpoint)).map(({ state }) => state)).toEqual([
      'failed',
      'delivered',
    ]);
  });

  it('announceUntakenAgain – deleted receiver – order no longer waits', async () => {
    const goneEndpoint = await subscribe(['order.paid'], { url: `${receiver.url}/gone` });
    await receiver.answer([{ path: '/gone', status: 500, times: 3 }]);
    const id = await open('session', purchase());
    await standIn.act(id, 'pay');
    await untilFailed(goneEndpoint, 1);
    await remove(admin, goneEndpoint.documentId);
    await announceUntakenAgain({ strapi: app.strapi });
    expect((await orderOf(id)).handover).toBe('taken');
  });
});
