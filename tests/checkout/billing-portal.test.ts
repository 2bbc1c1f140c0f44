import type Stripe from 'stripe';
import {
  createPaymentFailedMailKind,
  createPurchaseMailKind,
} from '#plugins/commerce/checkout/server/mails/order-mail';
import { createApiToken, signIn } from '../support/admin';
import type { App } from '../support/app';
import { until } from '../support/until';
import {
  accounts,
  codeOf,
  deliverTo,
  enrol,
  openShop,
  purchase,
  type Session,
  type StandIn,
  subscription,
} from './support';

type Student = Awaited<ReturnType<typeof enrol>>;

let standIn: StandIn;
let app: App;

beforeAll(async () => {
  ({ standIn, app } = await openShop());
  await deliverTo(standIn, app.url);
});

afterAll(async () => {
  await app.stop();
  await standIn.stop();
});

afterEach(() => standIn.control('DELETE', 'faults'));

type Portal = { data: { url: string } };

type Order = {
  documentId: string;
  sessionId: string;
  renewsAt: string | null;
  endsAt: string | null;
  customerId: string;
};

type Refused = { error: { details: object } };

const findOrderBy = async (where: { sessionId: string } | { documentId: string }) =>
  (await app.strapi.db.query('plugin::checkout.order').findOne({ where })) as Order;

/** Buys and pays. Returns the order's id when the order is paid. */
const buy = async (kind: string, body: object, { bearer }: Student): Promise<string> => {
  const { body: session } = await app.request
    .post(`/api/create-checkout-${kind}`)
    .set('Authorization', bearer)
    .send(body)
    .expect(200);
  const { id } = session as Session;
  await standIn.act(id, 'pay');
  await until(
    async () =>
      (
        (await app.request.get(`/api/checkout/session/${id}`).expect(200)).body as {
          data: { state: string };
        }
      ).data.state,
    (state) => state === 'paid',
  );
  return (await findOrderBy({ sessionId: id })).documentId;
};

const requestPortal = (
  order: string,
  { bearer }: Student,
  return_url = 'https://shop.example.com/account',
) =>
  app.request
    .post('/api/user-endpoints/billing-portal')
    .set('Authorization', bearer)
    .send({ order, return_url });

let studentCount = 0;

const newStudent = async (): Promise<Student & { email: string }> => {
  studentCount += 1;
  const email = `billing${studentCount}@example.com`;
  return { ...(await enrol(app.strapi, email)), email };
};

it('POST /user-endpoints/billing-portal – account whose page allows new plans and addresses – opens a copy that forbids them', async () => {
  const ana = await newStudent();
  const order = await buy('subscription', subscription({ customer_email: ana.email }), ana);
  for (let turn = 0; turn < 2; turn += 1) await requestPortal(order, ana).expect(200);
  const [second, first] = await standIn.objects<Stripe.BillingPortal.Session>(
    'main',
    'billing_portal.session',
  );
  expect(second?.configuration).toBe(first?.configuration);
  const configurations = await standIn.objects<Stripe.BillingPortal.Configuration>(
    'main',
    'billing_portal.configuration',
  );
  const defaultConfiguration = configurations.find(({ is_default: isDefault }) => isDefault);
  const usedConfiguration = configurations.find(({ id }) => id === first?.configuration);
  expect(configurations).toHaveLength(2);
  expect(usedConfiguration?.features).toEqual({
    ...defaultConfiguration?.features,
    customer_update: { allowed_updates: ['address'], enabled: true },
    subscription_update: { ...defaultConfiguration?.features.subscription_update, enabled: false },
  });
});

it('POST /user-endpoints/billing-portal – own subscription – opens, and a cancellation there updates the order', async () => {
  const ana = await newStudent();
  const body = subscription({ customer_email: ana.email });
  const order = await buy('subscription', body, ana);
  const answer = await requestPortal(order, ana).expect(200);
  const { url } = (answer.body as Portal).data;
  expect(Object.keys((answer.body as { data: object }).data)).toEqual(['url']);

  const page = await (await fetch(url)).text();
  expect(page).toContain('https://shop.example.com/account');
  const [, id] = /name="end" value="(sub_\w+)"/.exec(page) ?? [];
  expect(id).toBeDefined();
  const findOrder = () => findOrderBy({ documentId: order });
  expect((await findOrder()).renewsAt).not.toBeNull();
  await fetch(url, { method: 'POST', body: new URLSearchParams({ end: id ?? '' }) });
  await until(
    async () => (await findOrder()).renewsAt === null,
    Boolean,
    'The end of the subscription',
  );
});

it('POST /create-checkout-subscription – customer whose address was changed to that of the buyer – is not used', async () => {
  const [stranger, victim] = [await newStudent(), await newStudent()];
  const body = subscription({ customer_email: stranger.email });
  const order = await buy('subscription', body, stranger);
  const { url } = ((await requestPortal(order, stranger).expect(200)).body as Portal).data;
  await fetch(url, { method: 'POST', body: new URLSearchParams({ email: victim.email }) });
  const addresses = (await standIn.objects<Stripe.Customer>('main', 'customer')).map(
    ({ email }) => email,
  );
  expect(addresses).not.toContain(victim.email);

  // The provider has pages of its own on which customers change their address.
  const { customerId } = await findOrderBy({ documentId: order });
  await fetch(`${standIn.url}/v1/customers/${customerId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accounts[0].secretKey}` },
    body: new URLSearchParams({ email: victim.email }),
  });
  const other = await buy('subscription', subscription({ customer_email: victim.email }), victim);
  expect((await findOrderBy({ documentId: other })).customerId).not.toBe(customerId);
});

it('DELETE of a student – running subscription – STUDENT_SUBSCRIBED, until it is cancelled', async () => {
  const ana = await newStudent();
  const order = await buy('subscription', subscription({ customer_email: ana.email }), ana);
  const uid = 'plugin::users-permissions.user';
  const findUser = () => app.strapi.db.query(uid).findOne({ where: { id: ana.id } });
  const { documentId } = (await findUser()) as { documentId: string };
  const admin = await signIn(app);
  const token = await createApiToken(app);
  const deleteByApi = () =>
    app.request.delete(`/api/users/${ana.id}`).set('Authorization', `Bearer ${token}`);
  const list = `/content-manager/collection-types/${uid}`;
  for (const { status, body } of [
    await admin.delete(`${list}/${documentId}`),
    await admin.post(`${list}/actions/bulkDelete`, { documentIds: [documentId] }),
    await deleteByApi(),
  ]) {
    expect([status, (body as Refused).error.details]).toEqual([
      409,
      expect.objectContaining({ code: 'STUDENT_SUBSCRIBED', orders: [order] }),
    ]);
  }
  expect(await findUser()).not.toBeNull();

  const { sessionId } = await findOrderBy({ documentId: order });
  const inAYear = Math.floor(Date.now() / 1000) + 365 * 86_400;
  await standIn.act(sessionId, 'change', { set: { cancel_at: inAYear } });
  await until(async () => (await findOrderBy({ documentId: order })).endsAt !== null);
  expect((await deleteByApi()).status).toBe(409);

  // It is charged between the end of the pause and its own end.
  const resumesAt = inAYear - 86_400;
  await standIn.act(sessionId, 'pause', { resumesAt });
  await until(async () => (await findOrderBy({ documentId: order })).renewsAt === null);
  expect((await deleteByApi()).status).toBe(409);

  await standIn.act(sessionId, 'end-after-period');
  const resumption = new Date(resumesAt * 1000);
  await until(async () => {
    const { endsAt } = await findOrderBy({ documentId: order });
    return endsAt !== null && new Date(endsAt) < resumption;
  });
  expect((await admin.delete(`${list}/${documentId}`)).status).toBe(200);
  expect(await findUser()).toBeNull();
});

it('e-mail – failed renewal – names the last day of the access in the time zone of the site', async () => {
  const ana = await newStudent();
  const order = await buy('subscription', subscription({ customer_email: ana.email }), ana);
  const until = new Date();
  until.setUTCDate(until.getUTCDate() + 2);
  until.setUTCHours(23, 30, 0, 0);
  await app.strapi.db.query('plugin::checkout.order').updateMany({
    where: { documentId: order },
    data: {
      paymentStatus: 'failed',
      subscriptionStatus: 'past_due',
      periodEndsAt: new Date(),
      graceEndsAt: until,
    },
  });
  const mail = await createPaymentFailedMailKind(app).prepare({ kind: 'payment-failed', order });
  const day = new Intl.DateTimeFormat(mail?.lang, { dateStyle: 'long', timeZone: 'Europe/Madrid' });
  expect(mail?.values.until).toBe(day.format(until));
});

it('POST /user-endpoints/billing-portal – order of another account or unknown order – ORDER_NOT_FOUND', async () => {
  const [ana, luis] = [await newStudent(), await newStudent()];
  const order = await buy('subscription', subscription({ customer_email: ana.email }), ana);
  expect(codeOf(await requestPortal(order, luis).expect(404))).toBe('ORDER_NOT_FOUND');
  expect(codeOf(await requestPortal('nobodys', luis).expect(404))).toBe('ORDER_NOT_FOUND');
  const anonymous = app.request
    .post('/api/user-endpoints/billing-portal')
    .send({ order, return_url: 'https://shop.example.com/' });
  expect(codeOf(await anonymous.expect(401))).toBe('UNAUTHENTICATED');
});

it('POST /user-endpoints/billing-portal – order placed with another person’s address – BILLING_NOT_YOURS', async () => {
  const [victim, stranger] = [await newStudent(), await newStudent()];
  await buy('subscription', subscription({ customer_email: victim.email }), victim);
  const order = await buy('subscription', subscription({ customer_email: victim.email }), stranger);
  expect(codeOf(await requestPortal(order, stranger).expect(403))).toBe('BILLING_NOT_YOURS');
});

it('POST /user-endpoints/billing-portal – unconfirmed address – BILLING_NOT_YOURS', async () => {
  const ana = await newStudent();
  const order = await buy('subscription', subscription({ customer_email: ana.email }), ana);
  await app.strapi.db
    .query('plugin::users-permissions.user')
    .update({ where: { id: ana.id }, data: { confirmed: false } });
  expect(codeOf(await requestPortal(order, ana).expect(403))).toBe('BILLING_NOT_YOURS');
});

it('POST /user-endpoints/billing-portal – changed address of the account – opens, until another account uses the former address', async () => {
  const ana = await newStudent();
  const order = await buy('subscription', subscription({ customer_email: ana.email }), ana);
  const change = (data: object) =>
    app.strapi.db.query('plugin::users-permissions.user').update({ where: { id: ana.id }, data });
  await change({ email: `moved.${ana.email}` });
  expect(codeOf(await requestPortal(order, ana).expect(403))).toBe('BILLING_NOT_YOURS');
  await change({ confirmed: true });
  await requestPortal(order, ana).expect(200);
  const purchaseMail = await createPurchaseMailKind(app).prepare({ kind: 'purchase', order });
  expect(purchaseMail?.to).toBe(`moved.${ana.email}`);

  await buy('session', purchase({ customer_email: ana.email }), await newStudent());
  expect(codeOf(await requestPortal(order, ana).expect(403))).toBe('BILLING_NOT_YOURS');
  await enrol(app.strapi, ana.email);
  expect(codeOf(await requestPortal(order, ana).expect(403))).toBe('BILLING_NOT_YOURS');
  await app.strapi.db.query('plugin::users-permissions.user').delete({ where: { id: ana.id } });
  const { rows } = await app.strapi.db.connection.raw<{ rows: object[] }>(
    'select from checkout.former_addresses where account = ?',
    [ana.id],
  );
  expect(rows).toEqual([]);
});

it('POST /user-endpoints/billing-portal – one-time purchase – NOT_A_SUBSCRIPTION', async () => {
  const ana = await newStudent();
  const order = await buy('session', purchase({ customer_email: ana.email }), ana);
  expect(codeOf(await requestPortal(order, ana).expect(400))).toBe('NOT_A_SUBSCRIPTION');
});

it('POST /user-endpoints/billing-portal – customer deleted at the provider – NOT_A_SUBSCRIPTION', async () => {
  const ana = await newStudent();
  const order = await buy('subscription', subscription({ customer_email: ana.email }), ana);
  const customers = await standIn.objects<Stripe.Customer>('main', 'customer');
  const customer = customers.find(({ email }) => email === ana.email);
  await fetch(`${standIn.url}/v1/customers/${customer?.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${accounts[0].secretKey}` },
  });
  expect(codeOf(await requestPortal(order, ana).expect(400))).toBe('NOT_A_SUBSCRIPTION');
});

it('POST /user-endpoints/billing-portal – host outside the allowed list – RETURN_URL_NOT_ALLOWED', async () => {
  const ana = await newStudent();
  const order = await buy('subscription', subscription({ customer_email: ana.email }), ana);
  const answer = await requestPortal(order, ana, 'https://evil.example.org/').expect(400);
  expect(codeOf(answer)).toBe('RETURN_URL_NOT_ALLOWED');
});

it('POST /user-endpoints/billing-portal – provider responds 500 – PROVIDER_ERROR', async () => {
  const ana = await newStudent();
  const order = await buy('subscription', subscription({ customer_email: ana.email }), ana);
  await standIn.fault({
    path: '/v1/billing_portal/sessions',
    kind: 'status',
    status: 500,
    times: 10,
  });
  const answer = await requestPortal(order, ana).expect(502);
  expect(codeOf(answer)).toBe('PROVIDER_ERROR');
});
