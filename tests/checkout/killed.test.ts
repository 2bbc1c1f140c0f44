import { setTimeout as sleep } from 'node:timers/promises';
import type Stripe from 'stripe';
import { reconcile } from '#plugins/commerce/checkout/server/jobs/reconcile';
import { pick, type Random, seededRandom } from '../support/random';
import { letTimePass } from '../support/dead-jobs';
import { until } from '../support/until';
import { verified } from '../webhooks/support';
import { onDatabase, purchase, type Session } from './support';
import { IN_THREE, openShopOfTwo, type Request, type Shop, type Student } from './two-nodes';

/**
 * Two nodes sell while nodes are killed one after the other and the database fails. The provider is slow and
 * sends invalid responses; its events come late, twice and in another order. Afterwards every confirmed
 * purchase exists, and every effect of a payment has happened once.
 */

const SHOPPERS = 5;

/** Purchases between two failures. */
const SALES_BETWEEN_FAILURES = 3;

const prices = {
  once: { kind: 'session', priceID: 'price_prod_course' },
  monthly: { kind: 'subscription', priceID: 'price_prod_course_monthly' },
  instalments: { kind: 'subscription', priceID: IN_THREE },
} as const;

type PriceKind = keyof typeof prices;

/** A purchase as its customer knows it, and its later actions. */
type Purchase = {
  sessionId: string;
  email: string;
  student: Student;
  what: PriceKind;
  isRefunded: boolean;
  isRenewed: boolean;
};

type Order = {
  session_id: string;
  document_id: string;
  state: string;
  handover: string | null;
  schedule_id: string | null;
  subscription_id: string;
  customer_email: string;
};

/** Makes every order overdue. */
const NOW = { overdueMs: -60_000, undeliveredMs: 3_600_000, unseenMs: 3_600_000 };

const faults = [
  { kind: 'slow', delay: 400 },
  { kind: 'lost' },
  { kind: 'half' },
  { kind: 'garbage' },
  { kind: 'reset' },
  { kind: 'hang' },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 429 },
];

let random: Random;
let shop: Shop;

beforeAll(async () => {
  random = seededRandom();
  shop = await openShopOfTwo(random);
});

afterAll(() => shop.stop());

const queryRows = <Row extends object>(sql: string): Promise<Row[]> =>
  onDatabase(shop.database, async (client) => (await client.query<Row>(sql)).rows);

/** Buys a product and acts like a customer: requests a refund, or pays the next month. */
const buy = async (student: Student): Promise<Purchase> => {
  const { provider, ask } = shop;
  const what = pick(random, Object.keys(prices) as PriceKind[]);
  const { kind, priceID } = prices[what];
  const body = purchase({ priceID });
  const email = String(body.customer_email);
  const request: Request = {
    method: 'POST',
    path: `/api/create-checkout-${kind}`,
    headers: { Authorization: student.bearer, 'Idempotency-Key': `click of ${email}` },
    body,
  };
  const { id: sessionId } = await ask<Session>(request);
  if (random() < 0.2) expect((await ask<Session>(request)).id).toBe(sessionId);
  await provider.act(sessionId, 'pay');
  const outcome: Request = { method: 'GET', path: `/api/checkout/session/${sessionId}` };
  await until(
    () => ask<{ data: { state: string } }>(outcome),
    ({ data: { state } }) => state === 'paid',
  );
  const isRefunded = what === 'once' && random() < 0.4;
  if (isRefunded) await provider.act(sessionId, 'refund', { amount: 1_000 });
  const isRenewed = what !== 'once' && random() < 0.5;
  if (isRenewed) await provider.act(sessionId, 'renew');
  return { sessionId, email, student, what, isRefunded, isRenewed };
};

/** Makes all delayed jobs and messages due, also those leased by a killed node. */
const makeAllDue = async (): Promise<void> => {
  await letTimePass(shop.database);
  await queryRows(`UPDATE webhook_deliveries SET next_try_ms = 0 WHERE state = 'waiting'`);
};

const retryNow = () =>
  queryRows(
    `UPDATE jobs.job SET start_after = now() WHERE state = 'retry' AND start_after > now()`,
  );

/** Returns unfinished events, jobs and messages. */
const listUnfinished = async (): Promise<object[]> => [
  ...(await queryRows(`SELECT event_id FROM checkout_events WHERE outcome = 'received'`)),
  ...(await queryRows(
    `SELECT name, state, output->>'message' AS output FROM jobs.job
     WHERE state IN ('created', 'active', 'retry')
       AND name IN ('checkout.event', 'checkout.instalments', 'account.mail', 'webhooks.deliver')`,
  )),
  ...(await queryRows(`SELECT subject, reason FROM webhook_deliveries WHERE state <> 'delivered'`)),
];

/** Causes the failures during the sales. */
const causeFailures = async (
  purchases: readonly Purchase[],
  stopShopping: () => void,
): Promise<void> => {
  const { proxy, platform, provider, courier } = shop;
  const untilSold = () => {
    const targetCount = purchases.length + SALES_BETWEEN_FAILURES;
    return until(
      () => purchases.length,
      (count) => count >= targetCount,
    );
  };
  await untilSold();
  await platform.answer([{ path: '/enrol', status: 500, times: 2 }]);
  await shop.killNode(0);
  await untilSold();
  await platform.answer([{ path: '/enrol', kind: 'reset', times: 2 }]);
  await shop.killNode(1);
  await untilSold();
  await proxy.cut();
  await sleep(700);
  await proxy.restore();
  await untilSold();
  const { strapi } = await shop.replaceNodes(async () => {
    stopShopping();
    await provider.control('DELETE', 'faults');
    courier.calmDown();
    await makeAllDue();
  });
  await reconcile({ strapi }, NOW);
};

it('two nodes killed during sales – lose no confirmed purchase, and process each effect once', async () => {
  const purchases: Purchase[] = [];
  let isOver = false;
  const shopping = Array.from({ length: SHOPPERS }, async () => {
    while (!isOver) purchases.push(await buy(pick(random, shop.students)));
  });
  const injectFaults = async (): Promise<void> => {
    while (!isOver) {
      await shop.provider.fault({ ...pick(random, faults), path: '/v1/', times: 1 });
      await sleep(200);
    }
  };
  const stopShopping = (): void => {
    isOver = true;
  };
  await Promise.all([causeFailures(purchases, stopShopping), ...shopping, injectFaults()]);
  await shop.provider.control('DELETE', 'faults');
  await until(
    async () => {
      await retryNow();
      return listUnfinished();
    },
    (remaining) => remaining.length === 0,
  );

  expect(shop.wrong).toEqual([]);
  const rows = await queryRows<Order>('SELECT * FROM checkout_orders');
  await expectOneOrderEach(purchases, rows);
  await expectLettersAndAccess(purchases, rows);
  await expectMessagesOnce(purchases, rows);
  await expectSchedulesOnce(purchases, rows);
  await expectEventsAndAuditOnce(purchases, rows);
});

const countValues = (values: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};

const onceEach = (values: readonly string[]): Record<string, number> =>
  Object.fromEntries(values.map((value) => [value, 1]));

const listSessions = (purchases: readonly Purchase[]): string[] =>
  purchases.map(({ sessionId }) => sessionId);

/** Expects one session and one customer at the provider, and one order in its state. */
const expectOneOrderEach = async (
  purchases: readonly Purchase[],
  rows: readonly Order[],
): Promise<void> => {
  const { provider } = shop;
  const emails = purchases.map(({ email }) => email);
  const sessions = await provider.objects<Session>('main', 'checkout.session');
  expect(countValues(sessions.map(({ id }) => id))).toEqual(onceEach(listSessions(purchases)));
  const customers = await provider.objects<Stripe.Customer>('main', 'customer');
  expect(countValues(customers.map(({ email }) => String(email)))).toEqual(onceEach(emails));
  expect(countValues(rows.map((row) => row.customer_email))).toEqual(onceEach(emails));
  const states = new Map(rows.map((row) => [row.session_id, row.state]));
  expect(states).toEqual(
    new Map(
      purchases.map((purchaseOf) => [
        purchaseOf.sessionId,
        purchaseOf.isRefunded ? 'partially_refunded' : 'paid',
      ]),
    ),
  );
};

/** Expects one letter for each purchase, and access to it. */
const expectLettersAndAccess = async (
  purchases: readonly Purchase[],
  rows: readonly Order[],
): Promise<void> => {
  const { mailbox, students, ask } = shop;
  const letters = new Map(
    mailbox.letters.map((letter) => [letter.messageId, letter.recipients.join()]),
  );
  expect(countValues([...letters.values()])).toEqual(onceEach(purchases.map(({ email }) => email)));
  for (const { email, bearer } of students) {
    const { data } = await ask<{ data: { orders: string[] }[] }>({
      method: 'GET',
      path: '/api/user-endpoints/entitlements',
      headers: { Authorization: bearer },
    });
    const ownSessions = new Set(
      listSessions(purchases.filter(({ student }) => student.email === email)),
    );
    const orders = rows.filter((row) => ownSessions.has(row.session_id));
    expect(data.flatMap((entitlement) => entitlement.orders).toSorted()).toEqual(
      orders.map((row) => row.document_id).toSorted(),
    );
  }
};

/** Expects each effect once, however often its message was sent. */
const expectMessagesOnce = async (
  purchases: readonly Purchase[],
  rows: readonly Order[],
): Promise<void> => {
  const received = await shop.platform.received();
  const messages = new Map(
    received.map((message) => [message.headers['webhook-id'], verified(shop.endpoint, message)]),
  );
  const countMessages = (eventType: string) =>
    countValues(
      [...messages.values()].flatMap(({ type, data }) =>
        type === eventType ? [(data.order as { sessionId: string }).sessionId] : [],
      ),
    );
  const refunded = purchases.filter(({ isRefunded }) => isRefunded);
  const renewed = purchases.filter(({ isRenewed }) => isRenewed);
  expect(countMessages('order.paid')).toEqual(onceEach(listSessions(purchases)));
  expect(countMessages('order.refunded')).toEqual(onceEach(listSessions(refunded)));
  expect(countMessages('subscription.renewed')).toEqual(onceEach(listSessions(renewed)));
  expect(new Set(rows.map(({ handover }) => handover))).toEqual(new Set(['taken']));
};

const idOf = (reference: string | { id: string } | null): string =>
  typeof reference === 'string' ? reference : String(reference?.id);

/** Expects one schedule for each instalment plan, and none for other subscriptions. */
const expectSchedulesOnce = async (
  purchases: readonly Purchase[],
  rows: readonly Order[],
): Promise<void> => {
  const schedules = await shop.provider.objects<Stripe.SubscriptionSchedule>(
    'main',
    'subscription_schedule',
  );
  const sessions = new Set(listSessions(purchases.filter(({ what }) => what === 'instalments')));
  const instalmentOrders = rows.filter((row) => sessions.has(row.session_id));
  expect(countValues(schedules.map(({ subscription }) => idOf(subscription)))).toEqual(
    onceEach(instalmentOrders.map((row) => row.subscription_id)),
  );
  expect(countValues(schedules.map(({ id }) => id))).toEqual(
    onceEach(instalmentOrders.map((row) => String(row.schedule_id))),
  );
  expect(schedules.filter(({ end_behavior: end }) => end !== 'cancel')).toEqual([]);
};

/** Expects every event that was confirmed to the provider, and every refund in the audit log, once. */
const expectEventsAndAuditOnce = async (
  purchases: readonly Purchase[],
  rows: readonly Order[],
): Promise<void> => {
  const events = await queryRows<{ event_id: string }>('SELECT event_id FROM checkout_events');
  const eventCounts = countValues(events.map((row) => row.event_id));
  expect([...shop.courier.acknowledged].filter((id) => eventCounts[id] !== 1)).toEqual([]);
  const auditRows = await queryRows<{ target_id: string }>(
    `SELECT target_id FROM audit.entries WHERE action = 'order.refunded'`,
  );
  const refunded = new Set(listSessions(purchases.filter(({ isRefunded }) => isRefunded)));
  expect(countValues(auditRows.map((row) => row.target_id))).toEqual(
    onceEach(rows.filter((row) => refunded.has(row.session_id)).map((row) => row.document_id)),
  );
};
