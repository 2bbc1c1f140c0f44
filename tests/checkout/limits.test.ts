import { type App, startApp } from '../support/app';
import {
  checkoutEnvironment,
  codeOf,
  enrol,
  fillCatalogue,
  fillProvider,
  purchase,
  type StandIn,
  startStandIn,
} from './support';

describe('limits of checkout', () => {
  let standIn: StandIn;
  let app: App;

  const open = (body: object) => app.request.post('/api/create-checkout-session').send(body);

  beforeAll(async () => {
    standIn = await startStandIn();
    // No price is known.
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

  describe('while the provider says no prices', () => {
    afterAll(() => standIn.control('DELETE', 'faults'));

    it('should stop one address from having it asked without end', async () => {
      const ask = () =>
        app.request.get('/api/checkout/prices/prod_course?origin=main&vertical=medicina');
      for (let turn = 0; turn < 6; turn += 1) {
        const { status, headers } = await ask();
        expect([status, Number(headers['retry-after']) > 0]).toEqual([503, true]);
      }
      const seventh = await ask();
      expect([seventh.status, codeOf(seventh)]).toEqual([429, 'TOO_MANY_REQUESTS']);
      expect(Number(seventh.headers['retry-after'])).toBeGreaterThan(0);
    });
  });

  it('should stop one customer, and then one address, from asking without end', async () => {
    const customer = { customer_email: 'busy@example.com' };
    for (let turn = 0; turn < 2; turn += 1) await open(purchase(customer)).expect(200);
    const third = await open(purchase({ customer_email: 'BUSY@example.com' }));
    expect([third.status, codeOf(third)]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);

    for (let turn = 0; turn < 3; turn += 1) await open(purchase()).expect(200);
    const seventh = await open(purchase());
    expect([seventh.status, codeOf(seventh)]).toEqual([429, 'TOO_MANY_REQUESTS']);
  });

  it('POST /create-checkout-session – a student who owns the product – PRODUCT_ALREADY_OWNED, where it is set', async () => {
    const from = { 'X-Forwarded-For': '203.0.113.3' };
    const { bearer } = await enrol(app.strapi, 'again@example.com');
    const body = purchase({ customer_email: 'again@example.com' });
    const owned = async (payID: string): Promise<unknown[]> => {
      const answer = await app.request
        .get(`/api/user-endpoints/entitlements?productPayID=${payID}`)
        .set('Authorization', bearer)
        .expect(200);
      return (answer.body as { data: unknown[] }).data;
    };
    const first = await open(body)
      .set({ ...from, Authorization: bearer })
      .expect(200);
    const { id } = first.body as { id: string };
    await standIn.act(id, 'pay');
    const outcome = await app.request.get(`/api/checkout/session/${id}`).expect(200);
    expect((outcome.body as { data: object }).data).toMatchObject({ state: 'paid' });

    const again = await open(body).set({ ...from, Authorization: bearer });
    expect([again.status, codeOf(again)]).toEqual([409, 'PRODUCT_ALREADY_OWNED']);
    expect(await owned('prod_course')).toHaveLength(1);
    expect(await owned('prod_book')).toEqual([]);
    // A guest has no identity.
    await open(body).set(from).expect(200);
  });

  it('should not stop who is signed in for what strangers ask with their address', async () => {
    const email = 'owner@example.com';
    const { bearer } = await enrol(app.strapi, email);
    const stranger = () =>
      open(purchase({ customer_email: email })).set('X-Forwarded-For', '203.0.113.1');
    const owner = (customer = email) =>
      open(purchase({ customer_email: customer })).set({
        'X-Forwarded-For': '203.0.113.2',
        Authorization: bearer,
      });
    for (let turn = 0; turn < 2; turn += 1) await stranger().expect(200);
    await stranger().expect(429);

    await owner().expect(200);
    await owner('gift@example.com').expect(200);
    const third = await owner('another@example.com');
    expect([third.status, codeOf(third)]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
  });
});
