import { setTimeout as sleep } from 'node:timers/promises';
import type Stripe from 'stripe';
import { reconcile } from '../../src/plugins/commerce/checkout/server/jobs/reconcile';
import { pick, type Random, seededRandom } from '../support/random';
import { letTimePass } from '../support/dead-jobs';
import { until } from '../support/until';
import { verified } from '../webhooks/support';
import { onDatabase, purchase, type Session } from './support';
import { IN_THREE, openShopOfTwo, type Request, type Shop, type Student } from './two-nodes';

/**
 * Two nodes sell while nodes are killed one after the other and the database fails. The provider is slow and sends
 * invalid responses, and its events come late, twice and in another order. Afterwards everything that customers were
 * told is true, and every effect of a payment has happened once.
 */

const SHOPPERS = 5;

/** Purchases between two failures. */
const SOLD_BETWEEN = 3;

const prices = {
  once: { kind: 'session', priceID: 'price_prod_course' },
  monthly: { kind: 'subscription', priceID: 'price_prod_course_monthly' },
  instalments: { kind: 'subscription', priceID: IN_THREE },
} as const;

type What = keyof typeof prices;

/** A purchase as its customer knows it, and the actions since. */
type Bought = {
  sessionId: string;
  email: string;
  student: Student;
  what: What;
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

const rowsOf = <Row extends object>(sql: string): Promise<Row[]> =>
  onDatabase(shop.database, async (client) => (await client.query<Row>(sql)).rows);

/** Buys a product and acts like a customer: requests a refund, or pays the next month. */
const buy = async (student: Student): Promise<Bought> => {
  const { provider, ask } = shop;
  const what = pick(random, Object.keys(prices) as What[]);
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

/** Makes everything due that waits for its turn or for the end of a dead node. */
const letMoreTimePass = async (): Promise<void> => {
  await letTimePass(shop.database);
  await rowsOf(`UPDATE webhook_deliveries SET next_try_ms = 0 WHERE state = 'waiting'`);
};

const tryAgainNow = () =>
  rowsOf(`UPDATE jobs.job SET start_after = now() WHERE state = 'retry' AND start_after > now()`);

/** Returns unfinished events, jobs and messages. */
const unfinished = async (): Promise<object[]> => [
  ...(await rowsOf(`SELECT event_id FROM checkout_events WHERE outcome = 'received'`)),
  ...(await rowsOf(
    `SELECT name, state, output->>'message' AS output FROM jobs.job
     WHERE state IN ('created', 'active', 'retry')
       AND name IN ('checkout.event', 'checkout.instalments', 'account.mail', 'webhooks.deliver')`,
  )),
  ...(await rowsOf(`SELECT subject, reason FROM webhook_deliveries WHERE state <> 'delivered'`)),
];

/** The failures that happen during the sales. */
const disturb = async (bought: readonly Bought[], end: () => void): Promise<void> => {
  const { proxy, platform, provider, courier } = shop;
  const sellOn = () => {
    const wanted = bought.length + SOLD_BETWEEN;
    return until(
      () => bought.length,
      (count) => count >= wanted,
    );
  };
  await sellOn();
  await platform.answer([{ path: '/enrol', status: 500, times: 2 }]);
  await shop.killNode(0);
  await sellOn();
  await platform.answer([{ path: '/enrol', kind: 'reset', times: 2 }]);
  await shop.killNode(1);
  await sellOn();
  await proxy.cut();
  await sleep(700);
  await proxy.restore();
  await sellOn();
  const { strapi } = await shop.replaceNodes(async () => {
    end();
    await provider.control('DELETE', 'faults');
    courier.calmDown();
    await letMoreTimePass();
  });
  await reconcile({ strapi }, NOW);
};

it('Two nodes that are killed while they sell should lose nothing that was said, and do nothing twice', async () => {
  const bought: Bought[] = [];
  let isOver = false;
  const shopping = Array.from({ length: SHOPPERS }, async () => {
    while (!isOver) bought.push(await buy(pick(random, shop.students)));
  });
  const breaking = async (): Promise<void> => {
    while (!isOver) {
      await shop.provider.fault({ ...pick(random, faults), path: '/v1/', times: 1 });
      await sleep(200);
    }
  };
  const end = (): void => {
    isOver = true;
  };
  await Promise.all([disturb(bought, end), ...shopping, breaking()]);
  await shop.provider.control('DELETE', 'faults');
  await until(
    async () => {
      await tryAgainNow();
      return unfinished();
    },
    (left) => left.length === 0,
  );

  expect(shop.wrong).toEqual([]);
  const rows = await rowsOf<Order>('SELECT * FROM checkout_orders');
  await expectOneOrderEach(bought, rows);
  await expectWhatCustomersGot(bought, rows);
  await expectWhatThePlatformWasTold(bought, rows);
  await expectOneEndEach(bought, rows);
  await expectEventsAndAuditOnce(bought, rows);
});

const counted = (values: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};

const onceEach = (values: readonly string[]): Record<string, number> =>
  Object.fromEntries(values.map((value) => [value, 1]));

const sessionsOf = (bought: readonly Bought[]): string[] =>
  bought.map(({ sessionId }) => sessionId);

/** Expects one session and one customer at the provider, and one order in its state. */
const expectOneOrderEach = async (
  bought: readonly Bought[],
  rows: readonly Order[],
): Promise<void> => {
  const { provider } = shop;
  const emails = bought.map(({ email }) => email);
  const sessions = await provider.objects<Session>('main', 'checkout.session');
  expect(counted(sessions.map(({ id }) => id))).toEqual(onceEach(sessionsOf(bought)));
  const customers = await provider.objects<Stripe.Customer>('main', 'customer');
  expect(counted(customers.map(({ email }) => String(email)))).toEqual(onceEach(emails));
  expect(counted(rows.map((row) => row.customer_email))).toEqual(onceEach(emails));
  const states = new Map(rows.map((row) => [row.session_id, row.state]));
  expect(states).toEqual(
    new Map(bought.map((one) => [one.sessionId, one.isRefunded ? 'partially_refunded' : 'paid'])),
  );
};

/** Expects one letter, and access to the purchase. */
const expectWhatCustomersGot = async (
  bought: readonly Bought[],
  rows: readonly Order[],
): Promise<void> => {
  const { mailbox, students, ask } = shop;
  const letters = new Map(mailbox.letters.map((one) => [one.messageId, one.recipients.join()]));
  expect(counted([...letters.values()])).toEqual(onceEach(bought.map(({ email }) => email)));
  for (const { email, bearer } of students) {
    const { data } = await ask<{ data: { orders: string[] }[] }>({
      method: 'GET',
      path: '/api/user-endpoints/entitlements',
      headers: { Authorization: bearer },
    });
    const own = new Set(sessionsOf(bought.filter(({ student }) => student.email === email)));
    const orders = rows.filter((row) => own.has(row.session_id));
    expect(data.flatMap((entitlement) => entitlement.orders).toSorted()).toEqual(
      orders.map((row) => row.document_id).toSorted(),
    );
  }
};

/** Expects each effect once, however often its message came. */
const expectWhatThePlatformWasTold = async (
  bought: readonly Bought[],
  rows: readonly Order[],
): Promise<void> => {
  const received = await shop.platform.received();
  const messages = new Map(
    received.map((one) => [one.headers['webhook-id'], verified(shop.endpoint, one)]),
  );
  const toldOf = (wanted: string) =>
    counted(
      [...messages.values()].flatMap(({ type, data }) =>
        type === wanted ? [(data.order as { sessionId: string }).sessionId] : [],
      ),
    );
  const refunded = bought.filter(({ isRefunded }) => isRefunded);
  const renewed = bought.filter(({ isRenewed }) => isRenewed);
  expect(toldOf('order.paid')).toEqual(onceEach(sessionsOf(bought)));
  expect(toldOf('order.refunded')).toEqual(onceEach(sessionsOf(refunded)));
  expect(toldOf('subscription.renewed')).toEqual(onceEach(sessionsOf(renewed)));
  expect(new Set(rows.map(({ handover }) => handover))).toEqual(new Set(['taken']));
};

const idOf = (one: string | { id: string } | null): string =>
  typeof one === 'string' ? one : String(one?.id);

/** Expects one end of each instalment plan, and none of other subscriptions. */
const expectOneEndEach = async (
  bought: readonly Bought[],
  rows: readonly Order[],
): Promise<void> => {
  const schedules = await shop.provider.objects<Stripe.SubscriptionSchedule>(
    'main',
    'subscription_schedule',
  );
  const sessions = new Set(sessionsOf(bought.filter(({ what }) => what === 'instalments')));
  const limited = rows.filter((row) => sessions.has(row.session_id));
  expect(counted(schedules.map(({ subscription }) => idOf(subscription)))).toEqual(
    onceEach(limited.map((row) => row.subscription_id)),
  );
  expect(counted(schedules.map(({ id }) => id))).toEqual(
    onceEach(limited.map((row) => String(row.schedule_id))),
  );
  expect(schedules.filter(({ end_behavior: end }) => end !== 'cancel')).toEqual([]);
};

/** Expects every event that was confirmed to the provider, and every refund in the audit log. */
const expectEventsAndAuditOnce = async (
  bought: readonly Bought[],
  rows: readonly Order[],
): Promise<void> => {
  const events = await rowsOf<{ event_id: string }>('SELECT event_id FROM checkout_events');
  const stored = counted(events.map((row) => row.event_id));
  expect([...shop.courier.acknowledged].filter((id) => stored[id] !== 1)).toEqual([]);
  const audited = await rowsOf<{ target_id: string }>(
    `SELECT target_id FROM audit.entries WHERE action = 'order.refunded'`,
  );
  const refunded = new Set(sessionsOf(bought.filter(({ isRefunded }) => isRefunded)));
  expect(counted(audited.map((row) => row.target_id))).toEqual(
    onceEach(rows.filter((row) => refunded.has(row.session_id)).map((row) => row.document_id)),
  );
};
