import { readFileSync } from 'node:fs';
import path from 'node:path';
import { reconcile } from '#plugins/commerce/checkout/server/jobs/reconcile';
import { paymentFailedTexts, purchaseTexts } from '#plugins/commerce/checkout/server/mails/texts';
import { orderEvents } from '#plugins/commerce/checkout/server/services/orders/order-events';
import type { Entitlement, Order } from '#plugins/commerce/checkout/orders-contract';
import { type Mailbox, openMailbox } from '../account/support/mailbox';
import { signInFirst } from '../support/admin';
import type { App } from '../support/app';
import { startStandIn as startReceiver } from '../support/stand-in';
import { until } from '../support/until';
import { createEndpoint, DELIVERY, quick } from '../webhooks/support';
import {
  enrol,
  holdEvents,
  openShop,
  purchase,
  type Session,
  type StandIn,
  subscription,
} from './support';

const DAY = 86_400;
const MONTH = 30 * DAY;

/** Makes every order overdue, and fetches the events that the provider could not deliver. */
const NOW = { overdueMs: -60_000, undeliveredMs: DAY * 1_000, unseenMs: 0 };

type Step = [action: string, body?: object];

type Case = {
  kind?: 'session' | 'subscription';
  body?: object;
  /** The steps before the event. */
  before?: Step[];
  /** The steps that the provider reports with the event. */
  then: Step[];
};

const PAY: Step = ['pay'];
const inFiveDays = () => Math.floor(Date.now() / 1000) + 5 * DAY;
const inArrears: Step[] = [PAY, ['elapse', { seconds: MONTH }], ['renew', { works: false }]];

const endedUnpaid: Step = ['cancel', { reason: 'payment_failed' }];

const onceCase = (then: Step[], before: Step[] = [PAY]): Case => ({ before, then });
const monthlyCase = (then: Step[], before: Step[] = [PAY]): Case => ({
  kind: 'subscription',
  before,
  then,
});

const free = { priceID: 'price_prod_book', productPayID: 'prod_book' };
const inThree = { priceID: 'price_in_3' };
const nothingToPay: Step = [
  'change',
  { of: 'session', set: { payment_status: 'no_payment_required' } },
];

/** The steps that cause each row of the tables in docs/reference/orders.md and rare-provider-events.md. */
const cases: Readonly<Record<string, Case>> = {
  '`checkout.session.completed`: paid': onceCase([PAY], []),
  '`checkout.session.completed`: nothing to pay': {
    body: free,
    then: [['pay', { code: 'FREE' }]],
  },
  '`checkout.session.completed`: debit under way': onceCase([['pay-later']], []),
  '`checkout.session.completed`: voucher after a declined card': onceCase(
    [['take-voucher']],
    [['decline']],
  ),
  '`checkout.session.async_payment_succeeded`': onceCase([['settle']], [['pay-later']]),
  '`checkout.session.async_payment_failed`': onceCase(
    [['settle', { works: false }]],
    [['pay-later']],
  ),
  '`checkout.session.async_payment_failed`: voucher expired': onceCase(
    [['expire-voucher']],
    [['take-voucher']],
  ),
  '`payment_intent.payment_failed`: page is open': onceCase([['decline']], []),
  '`checkout.session.expired`': onceCase([['expire']], []),
  '`checkout.session.expired`: nothing to pay': onceCase([nothingToPay, ['expire']], []),
  '`charge.refunded`: a part': onceCase([['refund', { amount: 900 }]]),
  '`charge.refunded`: all': onceCase([['refund']]),
  '`refund.created`: pending': onceCase([['refund', { status: 'pending' }]]),
  '`refund.updated`: pending refund succeeds': onceCase(
    [['finish-refund', { status: 'succeeded' }]],
    [PAY, ['refund', { status: 'pending' }]],
  ),
  '`refund.updated`: cancelled': onceCase(
    [['finish-refund', { status: 'canceled' }]],
    [PAY, ['refund', { status: 'pending' }]],
  ),
  '`refund.failed`': onceCase([['finish-refund', { status: 'failed' }]], [PAY, ['refund']]),
  '`charge.dispute.created`: an inquiry': onceCase([
    ['dispute', { status: 'warning_needs_response' }],
  ]),
  '`charge.dispute.closed`: inquiry': onceCase(
    [['close-dispute', { status: 'warning_closed' }]],
    [PAY, ['dispute', { status: 'warning_under_review' }]],
  ),
  '`charge.dispute.updated`: inquiry becomes dispute': onceCase(
    [['change-dispute', { status: 'needs_response' }]],
    [PAY, ['dispute', { status: 'warning_needs_response' }]],
  ),
  '`charge.dispute.created`: a part': onceCase([['dispute', { amount: 900 }]]),
  '`charge.dispute.created`: all': onceCase([['dispute']]),
  '`charge.dispute.closed`: won': onceCase(
    [['close-dispute', { status: 'won' }]],
    [PAY, ['dispute']],
  ),
  '`charge.dispute.closed`: lost': onceCase(
    [['close-dispute', { status: 'lost' }]],
    [PAY, ['dispute']],
  ),
  '`checkout.session.completed`: first month': monthlyCase([PAY], []),
  '`checkout.session.completed`: trial': monthlyCase([['pay', { trialDays: 14 }]], []),
  '`checkout.session.async_payment_failed`: first month': monthlyCase(
    [['settle', { works: false }]],
    [['pay-later']],
  ),
  '`invoice.paid`: next month': monthlyCase([['renew']]),
  '`charge.refunded`: one month of two': monthlyCase([['refund']], [PAY, ['renew']]),
  '`charge.refunded`: the only month': monthlyCase([['refund']]),
  '`charge.refunded`: both months': monthlyCase(
    [['refund'], ['refund', { nth: 1 }]],
    [PAY, ['renew']],
  ),
  '`charge.refunded`: the only month, which is the last': monthlyCase(
    [['refund']],
    [PAY, ['end-after-period']],
  ),
  '`charge.refunded`: the only month, collection paused': monthlyCase(
    [['refund']],
    [PAY, ['pause', { mode: 'void' }]],
  ),
  '`charge.refunded`: the first month, the second is the last': monthlyCase(
    [['refund', { nth: 0 }]],
    [PAY, ['renew'], ['end-after-period']],
  ),
  '`charge.refunded`: the second month, which is the last': monthlyCase(
    [['refund', { nth: 1 }]],
    [PAY, ['renew'], ['end-after-period']],
  ),
  '`charge.refunded`: the second month, collection paused': monthlyCase(
    [['refund', { nth: 1 }]],
    [PAY, ['renew'], ['pause', { mode: 'void' }]],
  ),
  '`refund.failed`: the second month, which is the last': monthlyCase(
    [['finish-refund', { status: 'failed' }]],
    [PAY, ['renew'], ['end-after-period'], ['refund', { nth: 1 }]],
  ),
  '`customer.subscription.updated`: ends with its second month, given back': monthlyCase(
    [['end-after-period']],
    [PAY, ['renew'], ['refund', { nth: 1 }]],
  ),
  '`customer.subscription.updated`: ends with its month, given back': monthlyCase(
    [['end-after-period']],
    [PAY, ['refund']],
  ),
  '`customer.subscription.updated`: goes on after all, given back': monthlyCase(
    [['change', { set: { cancel_at: null, cancel_at_period_end: false } }]],
    [PAY, ['end-after-period'], ['refund']],
  ),
  '`invoice.payment_failed`: next month': monthlyCase(
    [['renew', { works: false }]],
    [PAY, ['elapse', { seconds: MONTH }]],
  ),
  '`invoice.payment_failed`: the month before given back': monthlyCase(
    [['refund'], ['renew', { works: false }]],
    [PAY, ['elapse', { seconds: MONTH }]],
  ),
  '`invoice.payment_failed`: the second of two months given back': monthlyCase(
    [
      ['refund', { nth: 1 }],
      ['renew', { works: false }],
    ],
    [PAY, ['elapse', { seconds: MONTH }], ['renew'], ['elapse', { seconds: MONTH }]],
  ),
  '`customer.subscription.updated`: `unpaid`': monthlyCase(
    [['change', { set: { status: 'unpaid' } }]],
    inArrears,
  ),
  '`invoice.paid`: after `past_due`': monthlyCase([['retry']], inArrears),
  '`invoice.paid`: after `unpaid`': monthlyCase(
    [['retry']],
    [...inArrears, ['change', { set: { status: 'unpaid' } }]],
  ),
  '`customer.subscription.paused`: after a trial': monthlyCase(
    [['change', { set: { status: 'paused' } }]],
    [['pay', { trialDays: 14 }]],
  ),
  '`customer.subscription.updated`: collection paused': monthlyCase([
    ['pause', { mode: 'keep_as_draft' }],
  ]),
  'a month passes while collection is paused': monthlyCase(
    [['renew']],
    [PAY, ['pause', { mode: 'mark_uncollectible' }]],
  ),
  '`customer.subscription.updated`: collection resumed': monthlyCase(
    [['resume']],
    [PAY, ['pause', { mode: 'void' }]],
  ),
  '`customer.subscription.updated`: ends with its month': monthlyCase([['end-after-period']]),
  '`customer.subscription.updated`: `cancel_at`': monthlyCase([
    ['change', { set: { cancel_at: inFiveDays() } }],
  ]),
  '`customer.subscription.updated`: goes on after all': monthlyCase(
    [['change', { set: { cancel_at: null, cancel_at_period_end: false } }]],
    [PAY, ['end-after-period']],
  ),
  '`customer.subscription.updated`: another price': monthlyCase([
    ['switch-price', { price: 'price_prod_book_monthly' }],
  ]),
  '`customer.subscription.deleted`': monthlyCase([['cancel']]),
  '`customer.subscription.deleted`: all given back': monthlyCase([['cancel']], [PAY, ['refund']]),
  '`customer.subscription.deleted`: after `past_due`': monthlyCase([endedUnpaid], inArrears),
  '`customer.subscription.deleted`: at the first refusal': monthlyCase(
    [['renew', { works: false }], endedUnpaid],
    [PAY, ['elapse', { seconds: MONTH }]],
  ),
  '`invoice.paid`: last instalment': {
    ...monthlyCase([['renew']], [PAY, ['renew']]),
    body: inThree,
  },
  '`invoice.paid`: instalment of nothing': {
    ...monthlyCase([['renew', { credit: 1_650 }]], [PAY, ['renew']]),
    body: inThree,
  },
};

type Row = { what: string; state: string; access: string; messages: string; mail: string };

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const HEADER = 'Provider event';

/** Returns the rows of the table in a document. */
const readRows = (file: string): Row[] => {
  const lines = readFileSync(path.join(__dirname, file), 'utf8').split('\n');
  const begin = lines.findIndex((line) => cellsOf(line)[0] === HEADER);
  const end = lines.findIndex((line, index) => index > begin && !line.startsWith('|'));
  return lines.slice(begin + 2, end).map((line) => {
    const [what = '', state = '', access = '', messages = '', mail = ''] = cellsOf(line);
    return { what, state, access, messages, mail };
  });
};

const rows = [
  ...readRows('../../docs/reference/orders.md'),
  ...readRows('rare-provider-events.md'),
];

const NONE = '—';

let standIn: StandIn;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let mailbox: Mailbox;
let app: App;

type Purchase = { id: string; bearer: string; email: string };

const purchases = new Map<string, Purchase>();
/** The number of messages of each session before the event. */
const messageCounts = new Map<string, number>();

const buy = async (nth: number, { kind = 'session', body = {} }: Case): Promise<Purchase> => {
  const email = `row${nth}@example.com`;
  const { bearer } = await enrol(app.strapi, email);
  const changes = { customer_email: email, ...body };
  const answer = await app.request
    .post(`/api/create-checkout-${kind}`)
    .set('Authorization', bearer)
    .send(kind === 'session' ? purchase(changes) : subscription(changes))
    .expect(200);
  return { id: (answer.body as Session).id, bearer, email };
};

const runSteps = async (id: string, steps: readonly Step[]): Promise<void> => {
  for (const [action, body] of steps) await standIn.act(id, action, { ...body });
};

const listOwn = async <T>(collection: string, { bearer }: Purchase): Promise<T[]> => {
  const { body } = await app.request
    .get(`/api/user-endpoints/${collection}`)
    .set('Authorization', bearer)
    .expect(200);
  return (body as { data: T[] }).data;
};

type LoggedMessage = { event: string; payload: { data: { order: Order } } };

const listMessages = async (id: string): Promise<LoggedMessage[]> => {
  const deliveries = (await app.strapi.db
    .query(DELIVERY)
    .findMany({ orderBy: { id: 'asc' }, limit: 1_000 })) as LoggedMessage[];
  return deliveries.filter(({ payload }) => payload.data.order.sessionId === id);
};

const listSubjects = (email: string): string[] =>
  mailbox.letters
    .filter(({ recipients }) => recipients.includes(email))
    .map(({ subject }) => subject ?? '');

const mails: Readonly<Record<string, string>> = {
  purchase: purchaseTexts.es.subject,
  'payment-failed': paymentFailedTexts.es.subject,
};

const subjectOf = (kind: string): RegExp =>
  new RegExp(`^${(mails[kind] ?? '').replace('{{ product }}', '.*')}$`);

/** Returns whether a step sends a letter to the customer. */
const sendsLetter = ([action, body]: Step): boolean =>
  action === 'pay' || (action === 'renew' && JSON.stringify(body ?? {}).includes('false'));

/** Returns how many letters the steps before the event send. */
const countLettersBefore = ({ before = [] }: Case): number => before.filter(sendsLetter).length;

const untilLettersArrive = (countOf: (testCase: Case, row: Row) => number) =>
  until(
    () =>
      rows.filter((row) => {
        const testCase = cases[row.what];
        const email = purchases.get(row.what)?.email;
        return (
          testCase && email !== undefined && listSubjects(email).length < countOf(testCase, row)
        );
      }),
    (missing) => missing.length === 0,
    'Every letter',
  );

beforeAll(async () => {
  [mailbox, receiver] = await Promise.all([openMailbox(), startReceiver()]);
  ({ standIn, app } = await openShop({ ...quick, ...mailbox.runtimeEnv }, mailbox.env));
  await receiver.answer([]);
  await standIn.control('POST', 'catalogue', {
    account: 'main',
    prices: [
      {
        id: 'price_in_3',
        productId: 'prod_course',
        amount: 1_650,
        interval: 'month',
        metadata: { instalments: '3' },
      },
    ],
    promotionCodes: [{ code: 'FREE', percentOff: 100 }],
  });
  const admin = await signInFirst(app);
  const events = Object.keys(orderEvents);
  await createEndpoint(admin, { url: `${receiver.url}/enrol`, events });
  await holdEvents(standIn);
  for (const [nth, [eventName, testCase]] of Object.entries(cases).entries()) {
    const order = await buy(nth, testCase);
    purchases.set(eventName, order);
  }
  // One step at a time, because a letter is not sent after its reason has ended.
  for (const step of [0, 1, 2, 3]) {
    for (const [eventName, { id }] of purchases) {
      await runSteps(id, (cases[eventName]?.before ?? []).slice(step, step + 1));
    }
    await reconcile({ strapi: app.strapi }, NOW);
    await untilLettersArrive(
      ({ before = [] }) => before.slice(0, step + 1).filter(sendsLetter).length,
    );
  }
  for (const [eventName, { id }] of purchases)
    messageCounts.set(eventName, (await listMessages(id)).length);
  for (const [eventName, { id }] of purchases) await runSteps(id, cases[eventName]?.then ?? []);
  await reconcile({ strapi: app.strapi }, NOW);
  await untilLettersArrive(
    (testCase, { mail }) => countLettersBefore(testCase) + (mail === NONE ? 0 : 1),
  );
});

afterAll(async () => {
  await app.stop();
  await Promise.all([standIn.stop(), receiver.stop(), mailbox.close()]);
});

it('tables of provider events – have a row for each case', () => {
  expect(rows.map(({ what }) => what).sort()).toEqual(Object.keys(cases).sort());
});

it('tables of provider events – name every message', () => {
  const documented = new Set(
    rows.flatMap(({ messages }) => [...messages.matchAll(/`([^`]+)`/g)].map(([, name]) => name)),
  );
  expect(Object.keys(orderEvents).filter((name) => !documented.has(name))).toEqual([]);
});

/** Returns the access of an order for the words in the column "Access". */
const expectedAccess: Readonly<Record<string, (order: Order) => Order['access']>> = {
  none: () => ({ granted: false, until: null }),
  'no end': () => ({ granted: true, until: null }),
  'paid period': ({ periodEndsAt }) => ({ granted: true, until: periodEndsAt }),
  grace: ({ graceEndsAt }) => ({ granted: true, until: graceEndsAt }),
  end: ({ endsAt }) => ({ granted: true, until: endsAt }),
};

it.each(rows)('provider event – $what – $state, access: $access', async (row) => {
  const order = purchases.get(row.what);
  if (order === undefined) throw new Error(`No case for ${row.what}`);
  const [storedOrder] = await listOwn<Order>('orders', order);
  expect(`\`${storedOrder?.state}\``).toBe(row.state);
  const access = storedOrder && expectedAccess[row.access]?.(storedOrder);
  expect(storedOrder?.access).toEqual(access);

  const isOpen =
    access?.granted === true && (access.until === null || new Date(access.until) > new Date());
  expect(await listOwn<Entitlement>('entitlements', order)).toMatchObject(
    isOpen ? [{ until: access.until }] : [],
  );

  const allMessages = await listMessages(order.id);
  const newEvents = allMessages
    .slice(messageCounts.get(row.what))
    .map(({ event }) => `\`${event}\``);
  expect(newEvents.join(', ') || NONE).toBe(row.messages);
  const lastAccess = allMessages.at(-1)?.payload.data.order.access;
  expect(lastAccess ?? { granted: false, until: null }).toEqual(access);

  const letters = listSubjects(order.email).slice(
    countLettersBefore(cases[row.what] ?? { then: [] }),
  );
  expect(letters).toEqual(
    row.mail === NONE ? [] : [expect.stringMatching(subjectOf(row.mail.replaceAll('`', '')))],
  );
});

it('e-mail – nothing to pay – mentions no payment', () => {
  const order = purchases.get('`checkout.session.completed`: nothing to pay');
  const letter = mailbox.letters.find(({ recipients }) => recipients.includes(order?.email ?? ''));
  expect(letter?.text).toContain('está confirmada');
  expect(letter?.text).not.toContain('pago');
});

it('orders – both months of a subscription refunded – are compared with the total paid', async () => {
  const order = purchases.get('`charge.refunded`: both months');
  if (order === undefined) throw new Error('Nothing bought');
  expect(await listOwn<Order>('orders', order)).toMatchObject([
    { amountTotal: 900, amountPaid: 1_800, amountRefunded: 1_800 },
  ]);
});

it('orders – one instalment without payment – are not fully paid', async () => {
  const order = purchases.get('`invoice.paid`: instalment of nothing');
  if (order === undefined) throw new Error('Nothing bought');
  expect(await listOwn<Order>('orders', order)).toMatchObject([
    { instalments: { total: 3, paid: 2 } },
  ]);
});

it('orders – paid in another currency – contain both amounts, also of refunds', async () => {
  const order = await buy(900, cases['`checkout.session.completed`: paid'] ?? { then: [] });
  const presentment = { presentment_amount: 5_292, presentment_currency: 'usd' };
  await runSteps(order.id, [
    ['pay', { presentment }],
    ['refund', { amount: 2_450 }],
  ]);
  await reconcile({ strapi: app.strapi }, NOW);
  expect(await listOwn<Order>('orders', order)).toMatchObject([
    {
      currency: 'eur',
      amountPaid: 4_900,
      amountRefunded: 2_450,
      presentment: {
        currency: 'usd',
        amountTotal: 5_292,
        amountPaid: 5_292,
        amountRefunded: 2_646,
      },
    },
  ]);
  const outcome = await app.request.get(`/api/checkout/session/${order.id}`).expect(200);
  expect(outcome.body).toMatchObject({
    data: { currency: 'eur', presentment: { currency: 'usd', amountTotal: 5_292 } },
  });
});
