import { type App, startApp } from '../support/app';
import { until } from '../support/until';
import {
  checkoutEnvironment,
  codeOf,
  deliverTo,
  enrol,
  fillCatalogue,
  fillProvider,
  purchase,
  type StandIn,
  startStandIn,
  subscription,
} from './support';

describe('limits of checkout', () => {
  let standIn: StandIn;
  let app: App;

  const open = (body: object) => app.request.post('/api/create-checkout-session').send(body);

  beforeAll(async () => {
    standIn = await startStandIn();
    // The service cannot read prices.
    await standIn.fault({ kind: 'status', path: '/v1/prices', status: 500, times: 1_000 });
    app = await startApp({
      env: { TRUSTED_PROXIES: '1' },
      runtimeEnv: {
        ...checkoutEnvironment(standIn),
        CHECKOUT_ATTEMPTS_PER_MINUTE: '6',
        CHECKOUT_REFUSE_OWNED: 'true',
      },
    });
    await fillProvider(standIn);
    await fillCatalogue(app.strapi);
  });

  afterAll(async () => {
    await app.stop();
    await standIn.stop();
  });

  describe('while the provider returns no prices', () => {
    afterAll(() => standIn.control('DELETE', 'faults'));

    it('GET /checkout/prices – seventh request of an address – 429', async () => {
      const requestPrices = () =>
        app.request.get('/api/checkout/prices/prod_course?origin=main&vertical=medicina');
      for (let turn = 0; turn < 6; turn += 1) {
        const { status, headers } = await requestPrices();
        expect([status, Number(headers['retry-after']) > 0]).toEqual([503, true]);
      }
      const seventh = await requestPrices();
      expect([seventh.status, codeOf(seventh)]).toEqual([429, 'TOO_MANY_REQUESTS']);
      expect(Number(seventh.headers['retry-after'])).toBeGreaterThan(0);
    });
  });

  it('POST /create-checkout-session – too many requests of one customer or address – 429', async () => {
    const customer = { customer_email: 'busy@example.com' };
    for (let turn = 0; turn < 2; turn += 1) await open(purchase(customer)).expect(200);
    const third = await open(purchase({ customer_email: 'BUSY@example.com' }));
    expect([third.status, codeOf(third)]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);

    for (let turn = 0; turn < 3; turn += 1) await open(purchase()).expect(200);
    const seventh = await open(purchase());
    expect([seventh.status, codeOf(seventh)]).toEqual([429, 'TOO_MANY_REQUESTS']);
  });

  it('POST /create-checkout-session – owned product with CHECKOUT_REFUSE_OWNED – PRODUCT_ALREADY_OWNED', async () => {
    const forwardedFor = { 'X-Forwarded-For': '203.0.113.3' };
    const { bearer } = await enrol(app.strapi, 'again@example.com');
    const body = purchase({ customer_email: 'again@example.com' });
    const listEntitlements = async (payID: string): Promise<unknown[]> => {
      const answer = await app.request
        .get(`/api/user-endpoints/entitlements?productPayID=${payID}`)
        .set('Authorization', bearer)
        .expect(200);
      return (answer.body as { data: unknown[] }).data;
    };
    const first = await open(body)
      .set({ ...forwardedFor, Authorization: bearer })
      .expect(200);
    const { id } = first.body as { id: string };
    await standIn.act(id, 'pay');
    const outcome = await app.request.get(`/api/checkout/session/${id}`).expect(200);
    expect((outcome.body as { data: object }).data).toMatchObject({ state: 'paid' });

    const second = await open(body).set({ ...forwardedFor, Authorization: bearer });
    expect([second.status, codeOf(second)]).toEqual([409, 'PRODUCT_ALREADY_OWNED']);
    expect(await listEntitlements('prod_course')).toHaveLength(1);
    expect(await listEntitlements('prod_book')).toEqual([]);
    // A guest has no account, so ownership is unknown.
    await open(body).set(forwardedFor).expect(200);
  });

  describe('subscription without access or with grace, with CHECKOUT_REFUSE_OWNED', () => {
    beforeAll(() => deliverTo(standIn, app.url));

    type StoredOrder = {
      subscriptionStatus: string;
      access: { granted: boolean };
      pause: { resumesAt: string | null } | null;
    };

    const payFirstMonth = async (email: string, address: string) => {
      const { bearer } = await enrol(app.strapi, email);
      const subscribe = () =>
        app.request
          .post('/api/create-checkout-subscription')
          .set({ 'X-Forwarded-For': address, Authorization: bearer })
          .send(subscription({ customer_email: email }));
      const orderOnce = (isExpected: (order: StoredOrder) => boolean) =>
        until(
          async () =>
            (
              (await app.request
                .get('/api/user-endpoints/orders')
                .set('Authorization', bearer)) as { body: { data: StoredOrder[] } }
            ).body.data[0],
          (item) => item !== undefined && isExpected(item),
        );
      const { id } = (await subscribe().expect(200)).body as { id: string };
      await standIn.act(id, 'pay');
      return { id, subscribe, orderOnce };
    };

    const failRenewal = async (email: string, address: string) => {
      const order = await payFirstMonth(email, address);
      await standIn.act(order.id, 'renew', { works: false });
      await order.orderOnce(({ subscriptionStatus }) => subscriptionStatus === 'past_due');
      return order;
    };

    it('POST /create-checkout-subscription – ended by the failed renewal – sells it again', async () => {
      const { id, subscribe, orderOnce } = await failRenewal('lapsed@example.com', '203.0.113.4');
      await standIn.act(id, 'cancel', { reason: 'payment_failed' });
      const ended = await orderOnce(({ subscriptionStatus }) => subscriptionStatus === 'canceled');
      expect(ended?.access.granted).toBe(true);
      await subscribe().expect(200);
    });

    it('POST /create-checkout-subscription – grace is over, but charged again – PRODUCT_ALREADY_OWNED', async () => {
      const { id, subscribe } = await failRenewal('late@example.com', '203.0.113.5');
      const past = new Date(Date.now() - 60_000).toISOString();
      await app.strapi.db.query('plugin::checkout.order').update({
        where: { sessionId: id },
        data: { periodEndsAt: past, graceEndsAt: past },
      });
      const refused = await subscribe();
      expect([refused.status, codeOf(refused)]).toEqual([409, 'PRODUCT_ALREADY_OWNED']);
    });

    it.each([
      ['with an end', { resumesAt: Math.floor(Date.now() / 1000) + 90 * 86_400 }, 409],
      ['without an end', {}, 200],
    ])(
      'POST /create-checkout-subscription – refunded, and paused %s – is refused if charged again',
      async (name, pause, status) => {
        const email = `paused.${name.replaceAll(' ', '.')}@example.com`;
        const address = `203.0.113.${status === 409 ? 6 : 7}`;
        const { id, subscribe, orderOnce } = await payFirstMonth(email, address);
        await standIn.act(id, 'refund');
        await standIn.act(id, 'pause', pause);
        const isEnded = (order: StoredOrder) => order.pause !== null && !order.access.granted;
        const paused = await orderOnce(isEnded);
        expect(paused?.pause?.resumesAt === null).toBe(status === 200);
        expect((await subscribe()).status).toBe(status);
      },
    );
  });

  it('POST /create-checkout-session – strangers exhaust the limit of an address – its signed-in owner can still buy', async () => {
    const email = 'owner@example.com';
    const { bearer } = await enrol(app.strapi, email);
    const requestAsStranger = () =>
      open(purchase({ customer_email: email })).set('X-Forwarded-For', '203.0.113.1');
    const requestAsOwner = (customer = email) =>
      open(purchase({ customer_email: customer })).set({
        'X-Forwarded-For': '203.0.113.2',
        Authorization: bearer,
      });
    for (let turn = 0; turn < 2; turn += 1) await requestAsStranger().expect(200);
    await requestAsStranger().expect(429);

    await requestAsOwner().expect(200);
    await requestAsOwner('gift@example.com').expect(200);
    const third = await requestAsOwner('another@example.com');
    expect([third.status, codeOf(third)]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
  });
});
