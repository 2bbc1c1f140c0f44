import { type Admin, signInFirst } from '../support/admin';
import type { App } from '../support/app';
import { type Received, startStandIn as startReceiver } from '../support/stand-in';
import { until } from '../support/until';
import {
  createEndpoint,
  type Endpoint,
  logOf,
  type Message,
  quick,
  remove,
  verified,
} from '../webhooks/support';
import { announceUntakenAgain } from '../../src/plugins/commerce/checkout/server/services/orders/announce';
import { findLineOf } from '../../src/plugins/commerce/checkout/server/order-line';
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

const listenTo = (events: readonly string[], over: object = {}): Promise<Endpoint> =>
  createEndpoint(admin, { url: `${receiver.url}/enrol`, events, ...over });

beforeEach(async () => {
  await receiver.answer([]);
  endpoint = await listenTo(allOrderEvents);
  await receiver.empty();
});

afterEach(() => remove(admin, endpoint.documentId));

const open = async (kind: string, body: object, bearer?: string): Promise<string> => {
  const request = app.request.post(`/api/create-checkout-${kind}`);
  if (bearer !== undefined) void request.set('Authorization', bearer);
  return ((await request.send(body).expect(200)).body as Session).id;
};

const messages = async (of = endpoint): Promise<Message[]> =>
  (await receiver.received()).map((received: Received) => verified(of, received));

/** Returns the messages of a session when so many have arrived. */
const toldOf = (sessionId: string, count: number): Promise<Message[]> =>
  until(
    async () =>
      (await messages()).filter(
        ({ data }) => (data.order as { sessionId: string }).sessionId === sessionId,
      ),
    (told) => told.length >= count,
  );

type Order = Parameters<typeof findLineOf>[1] & { documentId: string; handover: string | null };

const orderOf = async (sessionId: string): Promise<Order> =>
  (await app.strapi.db.query(ORDER).findOne({ where: { sessionId } })) as Order;

const handoverOf = (sessionId: string, wanted: string) =>
  until(
    async () => (await orderOf(sessionId)).handover,
    (handover) => handover === wanted,
  );

describe('webhooks of orders', () => {
  it('should tell who enrols of a paid order, with all that it takes', async () => {
    const ana = await enrol(app.strapi, 'ana.pays@example.com');
    const body = purchase({
      customer_email: 'ana.pays@example.com',
      metadata: { laab_fetch: [{ key: 'campaign', value: 'spring' }] },
    });
    const id = await open('session', body, ana.bearer);
    await standIn.act(id, 'pay');
    const [told] = await toldOf(id, 1);
    expect(told?.type).toBe('order.paid');
    expect(told?.data).toEqual({
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
    await handoverOf(id, 'taken');
  });

  it('order.refunded – the customer has bought the product twice – names the other order', async () => {
    const { bearer } = await enrol(app.strapi, 'buys.twice@example.com');
    const buy = async () => {
      const id = await open(
        'session',
        purchase({ customer_email: 'buys.twice@example.com' }),
        bearer,
      );
      await standIn.act(id, 'pay');
      await toldOf(id, 1);
      return id;
    };
    const [first, second] = [await buy(), await buy()];
    await standIn.act(first, 'refund');
    const [, refunded] = await toldOf(first, 2);
    expect(refunded).toMatchObject({
      type: 'order.refunded',
      data: { otherOrders: [(await orderOf(second)).documentId] },
    });
    await standIn.act(second, 'refund');
    const [, last] = await toldOf(second, 2);
    expect(last?.data.otherOrders).toEqual([]);
  });

  it('should tell once of what happened once, however often the provider says it', async () => {
    const id = await open('session', purchase());
    await standIn.act(id, 'pay');
    await toldOf(id, 1);
    await standIn.act(id, 'refund', { amount: 1_000 });
    await toldOf(id, 2);
    await standIn.act(id, 'refund');
    const told = await toldOf(id, 3);
    expect(told.map(({ type }) => type)).toEqual([
      'order.paid',
      'order.refunded',
      'order.refunded',
    ]);
    const refunded = told.map(
      ({ data }) => (data.order as { amountRefunded: number }).amountRefunded,
    );
    expect(refunded).toEqual([0, 1_000, 4_900]);
    const sequences = told.map(({ data }) => Number(data.sequence));
    expect(sequences).toEqual([...new Set(sequences)].sort((one, other) => one - other));
  });

  it('should tell of a subscription from its beginning to its end', async () => {
    const id = await open('subscription', subscription());
    await standIn.act(id, 'pay');
    await toldOf(id, 1);
    await standIn.act(id, 'renew');
    await toldOf(id, 2);
    await standIn.act(id, 'end-after-period');
    await toldOf(id, 3);
    await standIn.act(id, 'cancel');
    const told = await toldOf(id, 4);
    expect(told.map(({ type }) => type)).toEqual([
      'order.paid',
      'subscription.renewed',
      'subscription.ending',
      'subscription.ended',
    ]);
  });

  it('should say nothing of customers to who has not chosen it, or is for another line', async () => {
    const { documentId: other } = (await app.strapi.db
      .query('api::vertical.vertical')
      .findOne({ where: { slug: 'psicologia' } })) as { documentId: string };
    const everything = await listenTo([]);
    const elsewhere = await listenTo(['order.paid'], { verticals: { connect: [other] } });
    const id = await open('session', purchase());
    await standIn.act(id, 'pay');
    await toldOf(id, 1);
    const logged = async (of: Endpoint) => (await logOf(admin, of)).map(({ event }) => event);
    expect((await logged(everything)).filter((event) => event.startsWith('order'))).toEqual([]);
    expect(await logged(elsewhere)).toEqual([]);
    for (const { documentId } of [everything, elsewhere]) await remove(admin, documentId);
  });

  describe('of a business line', () => {
    const LINE = 'api::vertical.vertical';
    const lines = () => app.strapi.documents(LINE);
    const createLine = (slug: string) => lines().create({ data: { name: slug, slug } as never });
    const eventsOf = async (of: Endpoint) => (await logOf(admin, of)).map(({ event }) => event);
    const events = ['order.paid', 'order.refunded'];
    const untilTold = (count: number) =>
      until(
        () => eventsOf(endpoint),
        ({ length }) => length === count,
      );

    it.each(['this', 'an earlier'])(
      'order.refunded – an order of %s release, the line has another slug since, and another line its former one – reaches the endpoint of the line only',
      async (release) => {
        const { documentId } = (await app.strapi.db
          .query(LINE)
          .findOne({ where: { slug: 'medicina' } })) as { documentId: string };
        const rename = (slug: string) => lines().update({ documentId, data: { slug } as never });
        const own = await listenTo(events, { verticals: { connect: [documentId] } });
        const id = await open('session', purchase());
        await standIn.act(id, 'pay');
        await untilTold(1);
        if (release !== 'this') {
          const before = { where: { sessionId: id }, data: { verticalDocumentId: null } };
          await app.strapi.db.query(ORDER).updateMany(before);
        }
        await rename('medicine');
        const other = await createLine('medicina');
        const foreign = await listenTo(events, { verticals: { connect: [other.documentId] } });
        try {
          await standIn.act(id, 'refund');
          await untilTold(2);
          expect(await eventsOf(own)).toEqual(events);
          expect(await eventsOf(foreign)).toEqual([]);
          // The slug went to the other line before the upgrade, and to a third one after it.
          const unknown = { where: { sessionId: id }, data: { verticalDocumentId: null } };
          await app.strapi.db.query(ORDER).updateMany(unknown);
          expect(await findLineOf({ strapi: app.strapi }, await orderOf(id))).toBeNull();
          const data = { slug: 'former' } as never;
          await lines().update({ documentId: other.documentId, data });
          expect((await orderOf(id)).verticalDocumentId).toBeNull();
        } finally {
          for (const one of [own, foreign]) await remove(admin, one.documentId);
          await lines().delete({ documentId: other.documentId });
          await rename('medicina');
        }
      },
    );

    it('order.paid – an endpoint whose only line was deleted – receives no orders of other lines', async () => {
      const { documentId } = await createLine('temporary');
      const orphan = await listenTo(events, { verticals: { connect: [documentId] } });
      await lines().delete({ documentId });
      const id = await open('session', purchase());
      await standIn.act(id, 'pay');
      await untilTold(1);
      expect(await eventsOf(orphan)).toEqual([]);
      await remove(admin, orphan.documentId);
    });
  });

  it('should list a paid order that nobody takes, and send it again until somebody does', async () => {
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
    const listed = (body.results as Order[]).map((order) => order.documentId);
    expect(listed).toContain(documentId);

    await announceUntakenAgain({ strapi: app.strapi });
    await handoverOf(id, 'taken');
    const told = (await messages()).filter(({ type }) => type === 'order.paid');
    expect(told).toHaveLength(4);
  });

  it('should not count as taken what only one of two has taken', async () => {
    const slow = await createEndpoint(admin, {
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
      () => logOf(admin, slow),
      ([delivery]) => delivery?.state === 'failed',
    );
    expect((await orderOf(id)).handover).toBe('waiting');
    await announceUntakenAgain({ strapi: app.strapi });
    await handoverOf(id, 'taken');
    await remove(admin, slow.documentId);
  });

  const failed = (of: Endpoint, count: number) =>
    until(
      async () => (await logOf(admin, of)).filter(({ state }) => state === 'failed').length,
      (length) => length === count,
    );

  it('announceUntakenAgain – two messages of an order were given up – sends the latest alone', async () => {
    await receiver.answer([{ path: '/enrol', status: 500, times: 6 }]);
    const id = await open('session', purchase());
    await standIn.act(id, 'pay');
    await failed(endpoint, 1);
    await standIn.act(id, 'refund', { amount: 1_000 });
    await failed(endpoint, 2);
    await announceUntakenAgain({ strapi: app.strapi });
    await handoverOf(id, 'taken');
    const log = await logOf(admin, endpoint);
    expect(log.map(({ event, state }) => [event, state])).toEqual([
      ['order.paid', 'failed'],
      ['order.refunded', 'delivered'],
    ]);
  });

  it('announceUntakenAgain – a later message was taken – sends none, and the order counts as taken', async () => {
    await receiver.answer([{ path: '/enrol', status: 500, times: 3 }]);
    const id = await open('session', purchase());
    await standIn.act(id, 'pay');
    await failed(endpoint, 1);
    await standIn.act(id, 'refund', { amount: 1_000 });
    await handoverOf(id, 'taken');
    await announceUntakenAgain({ strapi: app.strapi });
    expect((await logOf(admin, endpoint)).map(({ state }) => state)).toEqual([
      'failed',
      'delivered',
    ]);
  });

  it('announceUntakenAgain – the receiver is gone – the order waits for nobody', async () => {
    const gone = await listenTo(['order.paid'], { url: `${receiver.url}/gone` });
    await receiver.answer([{ path: '/gone', status: 500, times: 3 }]);
    const id = await open('session', purchase());
    await standIn.act(id, 'pay');
    await failed(gone, 1);
    await remove(admin, gone.documentId);
    await announceUntakenAgain({ strapi: app.strapi });
    expect((await orderOf(id)).handover).toBe('taken');
  });
});
