import Stripe from 'stripe';
import type { Endpoint, RequestExample } from '#platform/http/endpoint';
import {
  apiToken,
  bearer,
  generous,
  logIn,
  type Mailbox,
  openMailbox,
  PASSWORD,
  registerSomeone,
  someEmail,
} from '../../account/support/accounts';
import { codeIn, confirmLinkIn } from '../../account/support/mailbox';
import {
  accounts,
  checkoutEnvironment,
  deliverTo,
  type StandIn,
  startStandIn,
} from '../../checkout/support';
import { type PartnerProcess, startPartner } from '../../partner-video/partner';
import { type App, startApp } from '../../support/app';
import { until } from '../../support/until';

const PRODUCT = 'api::product.product';
const PAY_ID = 'prod_medicina_301';
const SUBSCRIBED_ID = 'prod_psicologia_102';

/** The sample with its external services: a payment provider, a partner and a mail server. */
export type Stage = {
  app: App;
  standIn: StandIn;
  mailbox: Mailbox;
  stop: () => Promise<void>;
};

/** A complete request. */
export type Ready = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
};

const sell = async (standIn: StandIn): Promise<void> => {
  await standIn.control('POST', 'catalogue', {
    account: 'main',
    products: [
      { id: PAY_ID, name: 'Taller de suturas' },
      { id: SUBSCRIBED_ID, name: 'Atención plena para sanitarios' },
    ],
    prices: [
      { id: `price_${PAY_ID}`, productId: PAY_ID, amount: 19_500 },
      {
        id: `price_${SUBSCRIBED_ID}_monthly`,
        productId: SUBSCRIBED_ID,
        amount: 1_200,
        interval: 'month',
      },
    ],
  });
};

/** Gives an entry a former slug, which the sample lacks. */
const complete = async ({ strapi }: App): Promise<void> => {
  const products = strapi.documents(PRODUCT);
  const moved = await products.findFirst({
    locale: 'en',
    filters: { slug: 'suturing-workshop' },
  } as never);
  await products.update({
    documentId: moved?.documentId ?? '',
    locale: 'en',
    data: { slug: 'suturing-in-a-day' } as never,
    status: 'published',
  });
};

export const openStage = async (): Promise<Stage> => {
  const [standIn, mailbox, partner] = await Promise.all([
    startStandIn(),
    openMailbox(),
    startPartner(),
  ]);
  const stopRest = async (): Promise<void> => {
    await Promise.all([standIn.stop(), mailbox.close(), partner.stop()]);
  };
  try {
    await sell(standIn);
    const app = await startApp({
      seed: true,
      env: { ...mailbox.env, PUBLIC_URL: 'https://cms.example.com' },
      runtimeEnv: {
        ...generous,
        ...mailbox.runtimeEnv,
        ...partnerEnvironment(partner),
        ...checkoutEnvironment(standIn),
        LIMIT_LOGIN_PER_ACCOUNT: '1000/60',
      },
    });
    await deliverTo(standIn, app.url);
    await complete(app);
    return {
      app,
      standIn,
      mailbox,
      stop: async () => {
        await app.stop();
        await stopRest();
      },
    };
  } catch (error) {
    await stopRest();
    throw error;
  }
};

const partnerEnvironment = ({ env }: PartnerProcess): Record<string, string> => ({
  ...env,
  VIDEOPARTNER_LIMIT_EMAIL: '100000',
  VIDEOPARTNER_LIMIT_ADDRESS: '100000',
});

type Fresh = Partial<Record<string, RequestExample & { headers?: Record<string, string> }>>;

/** A student with a subscription, and the resulting orders and letters. */
const someStudent = async ({ app, standIn, mailbox }: Stage) => {
  const { email } = await registerSomeone(app, { vertical: 'medicina' });
  const token = await logIn(app, email);
  const buy = async (kind: string, priceID: string): Promise<string> => {
    const answer = await app.request
      .post(`/api/create-checkout-${kind}`)
      .set(...bearer(token))
      .send({
        priceID,
        productPayID: SUBSCRIBED_ID,
        success_url: 'https://shop.example.com/thanks?session={CHECKOUT_SESSION_ID}',
        cancel_url: 'https://shop.example.com/',
        customer_email: email,
        origin: 'main',
        vertical: 'medicina',
      })
      .expect(200);
    const { id } = answer.body as { id: string };
    await standIn.act(id, 'pay');
    await app.request.get(`/api/checkout/session/${id}`).expect(200);
    return id;
  };
  const session = await buy('subscription', `price_${SUBSCRIBED_ID}_monthly`);
  const { documentId: order } = (await app.strapi.db
    .query('plugin::checkout.order')
    .findOne({ where: { sessionId: session } })) as { documentId: string };
  await app.request.post('/api/user-endpoints/forgot-password').send({ email }).expect(200);
  // Welcome, purchase, code; they arrive in any order.
  const letters = await mailbox.to(email, 3);
  const welcome = letters.find(({ text }) => /https?:\/\/\S*confirm/.test(text ?? ''));
  const { body } = await app.request
    .post('/api/user-endpoints/login')
    .send({ email, password: PASSWORD, renewable: true })
    .expect(200);
  return {
    email,
    token,
    session,
    order,
    refreshToken: (body as { refreshToken: string }).refreshToken,
    confirmation: confirmLinkIn(welcome).searchParams.get('code') ?? '',
    reset: codeIn(letters.find(({ text }) => /[A-Z2-9]{5}-[A-Z2-9]{5}/.test(text ?? ''))),
  };
};

const EVENT = JSON.stringify({
  id: 'evt_of_the_example',
  object: 'event',
  api_version: '2025-01-01',
  created: 1_768_469_400,
  type: 'customer.created',
  livemode: false,
  data: { object: { id: 'cus_1', object: 'customer' } },
});

const signature = (): string =>
  new Stripe('sk_test_unused').webhooks.generateTestHeaderString({
    payload: EVENT,
    secret: accounts[0].webhookSecret,
  });

const pathOf = (path: string, { params = {}, query = {} }: RequestExample): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return `/api${filled}${search === '' ? '' : `?${search}`}`;
};

/**
 * Returns the examples as requests that can be sent now, once. Placeholders are replaced by real values (a code from a
 * letter, an account's own address); everything else is as in the contract.
 */
export const readyRequests = async (
  stage: Stage,
): Promise<(endpoint: Endpoint) => Promise<Ready>> => {
  const { app } = stage;
  const [student, leaving] = [await someStudent(stage), await someStudent(stage)];
  const server = await apiToken(app.strapi);
  const fresh: Fresh = {
    register: { body: { email: someEmail() } },
    migrateUser: { body: { email: someEmail() } },
    login: { body: { email: student.email } },
    emailExists: { body: { email: student.email } },
    forgotPassword: { body: { email: student.email } },
    refreshLogin: { body: { refreshToken: leaving.refreshToken } },
    resetPassword: { body: { code: leaving.reset } },
    confirmEmail: { body: { code: student.confirmation, password: PASSWORD } },
    getCheckoutOutcome: { params: { id: student.session } },
    openBillingPortal: { body: { order: student.order } },
    receiveCheckoutEvent: { headers: { 'stripe-signature': signature() } },
  };
  await until(
    async () =>
      (await app.request.get(`/api/search?q=suturas&lang=es`)).body as { data?: unknown[] },
    ({ data = [] }) => data.length > 0,
  );

  return async ({ operationId, method, path, access, example = {} }) => {
    const { headers = {}, ...values } = fresh[operationId] ?? {};
    const body =
      operationId === 'receiveCheckoutEvent'
        ? EVENT
        : example.body && JSON.stringify({ ...example.body, ...values.body });
    // A caller that ends a login gets its own one.
    const token =
      operationId === 'logout'
        ? await logIn(app, student.email)
        : access === 'manager'
          ? server
          : student.token;
    const isNamed = access === 'student' || access === 'manager';
    return {
      method,
      path: pathOf(path, {
        params: { ...example.params, ...values.params },
        query: { ...example.query, ...values.query },
      }),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(isNamed && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body,
    };
  };
};
