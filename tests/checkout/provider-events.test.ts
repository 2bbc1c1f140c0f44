import { readFileSync } from 'node:fs';
import path from 'node:path';
import { reconcile } from '../../src/plugins/commerce/checkout/server/jobs/reconcile';
import {
  paymentFailedTexts,
  purchaseTexts,
} from '../../src/plugins/commerce/checkout/server/mails/texts';
import { orderEvents } from '../../src/plugins/commerce/checkout/server/services/orders/order-events';
import type { Entitlement, Order } from '../../src/plugins/commerce/checkout/orders-contract';
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

/** Makes every order overdue; the provider's events are those that it could not deliver. */
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
const soon = () => Math.floor(Date.now() / 1000) + 5 * DAY;
const inArrears: Step[] = [PAY, ['elapse', { seconds: MONTH }], ['renew', { works: false }]];

const endedUnpaid: Step = ['cancel', { reason: 'payment_failed' }];

const once = (then: Step[], before: Step[] = [PAY]): Case => ({ before, then });
const monthly = (then: Step[], before: Step[] = [PAY]): Case => ({
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

/** The steps that cause each row of the table in docs/reference/orders.md. */
const cases: Readonly<Record<string, Case>> = {
  '`checkout.session.completed`: paid': once([PAY], []),
  '`checkout.session.completed`: nothing to pay': {
    body: free,
    then: [['pay', { code: 'FREE' }]],
  },
  '`checkout.session.completed`: debit under way': once([['pay-later']], []),
  '`checkout.session.completed`: voucher after a declined card': once(
    [['take-voucher']],
    [['decline']],
  ),
  '`checkout.session.async_payment_succeeded`': once([['settle']], [['pay-later']]),
  '`checkout.session.async_payment_failed`': once([['settle', { works: false }]], [['pay-later']]),
  '`checkout.session.async_payment_failed`: voucher expired': once(
    [['expire-voucher']],
    [['take-voucher']],
  ),
  '`payment_intent.payment_failed`: page is open': once([['decline']], []),
  '`checkout.session.expired`': once([['expire']], []),
  '`checkout.session.expired`: nothing to pay': once([nothingToPay, ['expire']], []),
  '`charge.refunded`: a part': once([['refund', { amount: 900 }]]),
  '`charge.refunded`: all': once([['refund']]),
  '`refund.created`: pending': once([['refund', { status: 'pending' }]]),
  '`refund.updated`: pending refund succeeds': once(
    [['finish-refund', { status: 'succeeded' }]],
    [PAY, ['refund', { status: 'pending' }]],
  ),
  '`refund.updated`: cancelled': once(
    [['finish-refund', { status: 'canceled' }]],
    [PAY, ['refund', { status: 'pending' }]],
  ),
  '`refund.failed`': once([['finish-refund', { status: 'failed' }]], [PAY, ['refund']]),
  '`charge.dispute.created`: an inquiry': once([['dispute', { status: 'warning_needs_response' }]]),
  '`charge.dispute.closed`: inquiry': once(
    [['close-dispute', { status: 'warning_closed' }]],
    [PAY, ['dispute', { status: 'warning_under_review' }]],
  ),
  '`charge.dispute.updated`: inquiry becomes dispute': once(
    [['change-dispute', { status: 'needs_response' }]],
    [PAY, ['dispute', { status: 'warning_needs_response' }]],
  ),
  '`charge.dispute.created`: a part': once([['dispute', { amount: 900 }]]),
  '`charge.dispute.created`: all': once([['dispute']]),
  '`charge.dispute.closed`: won': once([['close-dispute', { status: 'won' }]], [PAY, ['dispute']]),
  '`charge.dispute.closed`: lost': once(
    [['close-dispute', { status: 'lost' }]],
    [PAY, ['dispute']],
  ),
  '`checkout.session.completed`: first month': monthly([PAY], []),
  '`checkout.session.completed`: trial': monthly([['pay', { trialDays: 14 }]], []),
  '`checkout.session.async_payment_failed`: first month': monthly(
    [['settle', { works: false }]],
    [['pay-later']],
  ),
  '`invoice.paid`: next month': monthly([['renew']]),
  '`charge.refunded`: one month of two': monthly([['refund']], [PAY, ['renew']]),
  '`charge.refunded`: the only month': monthly([['refund']]),
  '`charge.refunded`: both months': monthly([['refund'], ['refund', { nth: 1 }]], [PAY, ['renew']]),
  '`invoice.payment_failed`: next month': monthly(
    [['renew', { works: false }]],
    [PAY, ['elapse', { seconds: MONTH }]],
  ),
  '`invoice.payment_failed`: the month before given back': monthly(
    [['refund'], ['renew', { works: false }]],
    [PAY, ['elapse', { seconds: MONTH }]],
  ),
  '`customer.subscription.updated`: `unpaid`': monthly(
    [['change', { set: { status: 'unpaid' } }]],
    inArrears,
  ),
  '`invoice.paid`: after `past_due`': monthly([['retry']], inArrears),
  '`invoice.paid`: after `unpaid`': monthly(
    [['retry']],
    [...inArrears, ['change', { set: { status: 'unpaid' } }]],
  ),
  '`customer.subscription.paused`: after a trial': monthly(
    [['change', { set: { status: 'paused' } }]],
    [['pay', { trialDays: 14 }]],
  ),
  '`customer.subscription.updated`: collection paused': monthly([
    ['pause', { mode: 'keep_as_draft' }],
  ]),
  'a month passes while collection is paused': monthly(
    [['renew']],
    [PAY, ['pause', { mode: 'mark_uncollectible' }]],
  ),
  '`customer.subscription.updated`: collection resumed': monthly(
    [['resume']],
    [PAY, ['pause', { mode: 'void' }]],
  ),
  '`customer.subscription.updated`: ends with its month': monthly([['end-after-period']]),
  '`customer.subscription.updated`: `cancel_at`': monthly([
    ['change', { set: { cancel_at: soon() } }],
  ]),
  '`customer.subscription.updated`: goes on after all': monthly(
    [['change', { set: { cancel_at: null, cancel_at_period_end: false } }]],
    [PAY, ['end-after-period']],
  ),
  '`customer.subscription.updated`: another price': monthly([
    ['switch-price', { price: 'price_prod_book_monthly' }],
  ]),
  '`customer.subscription.deleted`': monthly([['cancel']]),
  '`customer.subscription.deleted`: all given back': monthly([['cancel']], [PAY, ['refund']]),
  '`customer.subscription.deleted`: after `past_due`': monthly([endedUnpaid], inArrears),
  '`customer.subscription.deleted`: at the first refusal': monthly(
    [['renew', { works: false }], endedUnpaid],
    [PAY, ['elapse', { seconds: MONTH }]],
  ),
  '`invoice.paid`: last instalment': {
    ...monthly([['renew']], [PAY, ['renew']]),
    body: inThree,
  },
  '`invoice.paid`: instalment of nothing': {
    ...monthly([['renew', { credit: 1_650 }]], [PAY, ['renew']]),
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

/** The rows of the table in the documentation. */
const rows: Row[] = (() => {
  const file = path.join(__dirname, '../../docs/reference/orders.md');
  const lines = readFileSync(file, 'utf8').split('\n');
  const begin = lines.findIndex((line) => cellsOf(line)[0] === HEADER);
  const end = lines.findIndex((line, at) => at > begin && !line.startsWith('|'));
  return lines.slice(begin + 2, end).map((line) => {
    const [what = '', state = '', access = '', messages = '', mail = ''] = cellsOf(line);
    return { what, state, access, messages, mail };
  });
})();

const NONE = '—';

let standIn: StandIn;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let mailbox: Mailbox;
let app: App;

type Bought = { id: string; bearer: string; email: string };

const bought = new Map<string, Bought>();
/** The messages of each session before the event. */
const toldBefore = new Map<string, number>();

const buy = async (nth: number, { kind = 'session', body = {} }: Case): Promise<Bought> => {
  const email = `row${nth}@example.com`;
  const { bearer } = await enrol(app.strapi, email);
  const wanted = { customer_email: email, ...body };
  const answer = await app.request
    .post(`/api/create-checkout-${kind}`)
    .set('Authorization', bearer)
    .send(kind === 'session' ? purchase(wanted) : subscription(wanted))
    .expect(200);
  return { id: (answer.body as Session).id, bearer, email };
};

const play = async (id: string, steps: readonly Step[]): Promise<void> => {
  for (const [action, body] of steps) await standIn.act(id, action, { ...body });
};

const listed = async <T>(what: string, { bearer }: Bought): Promise<T[]> => {
  const { body } = await app.request
    .get(`/api/user-endpoints/${what}`)
    .set('Authorization', bearer)
    .expect(200);
  return (body as { data: T[] }).data;
};

type Logged = { event: string; payload: { data: { order: Order } } };

const messagesOf = async (id: string): Promise<Logged[]> => {
  const all = (await app.strapi.db
    .query(DELIVERY)
    .findMany({ orderBy: { id: 'asc' }, limit: 1_000 })) as Logged[];
  return all.filter(({ payload }) => payload.data.order.sessionId === id);
};

const subjectsTo = (email: string): string[] =>
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
const isTold = ([action, body]: Step): boolean =>
  action === 'pay' || (action === 'renew' && JSON.stringify(body ?? {}).includes('false'));

/** Returns how many letters the steps before the event send. */
const lettersBefore = ({ before = [] }: Case): number => before.filter(isTold).length;

const lettersHaveCome = (countOf: (one: Case, row: Row) => number) =>
  until(
    () =>
      rows.filter((row) => {
        const one = cases[row.what];
        const email = bought.get(row.what)?.email;
        return one && email !== undefined && subjectsTo(email).length < countOf(one, row);
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
  for (const [nth, [what, one]] of Object.entries(cases).entries()) {
    const order = await buy(nth, one);
    bought.set(what, order);
  }
  // One step at a time: a letter is not sent after its reason is gone.
  for (const step of [0, 1, 2, 3]) {
    for (const [what, { id }] of bought) {
      await play(id, (cases[what]?.before ?? []).slice(step, step + 1));
    }
    await reconcile({ strapi: app.strapi }, NOW);
    await lettersHaveCome(({ before = [] }) => before.slice(0, step + 1).filter(isTold).length);
  }
  for (const [what, { id }] of bought) toldBefore.set(what, (await messagesOf(id)).length);
  for (const [what, { id }] of bought) await play(id, cases[what]?.then ?? []);
  await reconcile({ strapi: app.strapi }, NOW);
  await lettersHaveCome((one, { mail }) => lettersBefore(one) + (mail === NONE ? 0 : 1));
});

afterAll(async () => {
  await app.stop();
  await Promise.all([standIn.stop(), receiver.stop(), mailbox.close()]);
});

it('docs/reference/orders.md – the table of the provider’s events – has a row for each case', () => {
  expect(rows.map(({ what }) => what).sort()).toEqual(Object.keys(cases).sort());
});

it('docs/reference/orders.md – the table of the provider’s events – names every message', () => {
  const named = new Set(
    rows.flatMap(({ messages }) => [...messages.matchAll(/`([^`]+)`/g)].map(([, name]) => name)),
  );
  expect(Object.keys(orderEvents).filter((name) => !named.has(name))).toEqual([]);
});

/** The meaning of the words in the column "Access" for an order. */
const accessMeant: Readonly<Record<string, (order: Order) => Order['access']>> = {
  none: () => ({ granted: false, until: null }),
  'no end': () => ({ granted: true, until: null }),
  'paid period': ({ periodEndsAt }) => ({ granted: true, until: periodEndsAt }),
  grace: ({ graceEndsAt }) => ({ granted: true, until: graceEndsAt }),
  end: ({ endsAt }) => ({ granted: true, until: endsAt }),
};

it.each(rows)('provider event – $what – $state, access: $access', async (row) => {
  const order = bought.get(row.what);
  if (order === undefined) throw new Error(`No case for ${row.what}`);
  const [stored] = await listed<Order>('orders', order);
  expect(`\`${stored?.state}\``).toBe(row.state);
  const access = stored && accessMeant[row.access]?.(stored);
  expect(stored?.access).toEqual(access);

  const isOpen =
    access?.granted === true && (access.until === null || new Date(access.until) > new Date());
  expect(await listed<Entitlement>('entitlements', order)).toMatchObject(
    isOpen ? [{ until: access.until }] : [],
  );

  const told = await messagesOf(order.id);
  const news = told.slice(toldBefore.get(row.what)).map(({ event }) => `\`${event}\``);
  expect(news.join(', ') || NONE).toBe(row.messages);
  const last = told.at(-1)?.payload.data.order.access;
  expect(last ?? { granted: false, until: null }).toEqual(access);

  const letters = subjectsTo(order.email).slice(lettersBefore(cases[row.what] ?? { then: [] }));
  expect(letters).toEqual(
    row.mail === NONE ? [] : [expect.stringMatching(subjectOf(row.mail.replaceAll('`', '')))],
  );
});

it('e-mail – nothing to pay – speaks of no payment', () => {
  const order = bought.get('`checkout.session.completed`: nothing to pay');
  const letter = mailbox.letters.find(({ recipients }) => recipients.includes(order?.email ?? ''));
  expect(letter?.text).toContain('está confirmada');
  expect(letter?.text).not.toContain('pago');
});

it('orders – both months of a subscription given back – are compared with all that was paid', async () => {
  const order = bought.get('`charge.refunded`: both months');
  if (order === undefined) throw new Error('Nothing bought');
  expect(await listed<Order>('orders', order)).toMatchObject([
    { amountTotal: 900, amountPaid: 1_800, amountRefunded: 1_800 },
  ]);
});

it('orders – instalments of which one brought nothing – are not paid to the end', async () => {
  const order = bought.get('`invoice.paid`: instalment of nothing');
  if (order === undefined) throw new Error('Nothing bought');
  expect(await listed<Order>('orders', order)).toMatchObject([
    { instalments: { total: 3, paid: 2 } },
  ]);
});

it('orders – paid in another currency – say both amounts, and refunds in both', async () => {
  const order = await buy(900, cases['`checkout.session.completed`: paid'] ?? { then: [] });
  const presentment = { presentment_amount: 5_292, presentment_currency: 'usd' };
  await play(order.id, [
    ['pay', { presentment }],
    ['refund', { amount: 2_450 }],
  ]);
  await reconcile({ strapi: app.strapi }, NOW);
  expect(await listed<Order>('orders', order)).toMatchObject([
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
