import type Stripe from 'stripe';
import { countInstalments, paidUntil } from './invoices';

const invoice = (over: Partial<Stripe.Invoice> = {}): Stripe.Invoice =>
  ({
    status: 'paid',
    billing_reason: 'subscription_cycle',
    amount_due: 1_650,
    amount_paid: 1_650,
    total_discount_amounts: [],
    pre_payment_credit_notes_amount: 0,
    ...over,
  }) as Stripe.Invoice;

const off = (amount: number) => [{ amount, discount: 'di_1' }];

it.each<[string, Stripe.Invoice[], number]>([
  [
    'the first and those of later periods',
    [invoice(), invoice({ billing_reason: 'subscription_create' })],
    2,
  ],
  ['one that was marked as paid, for a transfer', [invoice({ amount_paid: 0 })], 1],
  [
    'none that a credit note paid',
    [invoice({ amount_paid: 0, pre_payment_credit_notes_amount: 1_650 })],
    0,
  ],
  ['no trial', [invoice({ amount_due: 0, amount_paid: 0 })], 0],
  ['no proration', [invoice({ billing_reason: 'subscription_update' })], 0],
  ['no invoice made by hand', [invoice({ billing_reason: 'manual' })], 0],
  ['none that waits', [invoice({ status: 'open', amount_paid: 0 })], 0],
  ['none that was voided', [invoice({ status: 'void', amount_paid: 0 })], 0],
  [
    'those that a promotion code made cheaper',
    [invoice({ amount_paid: 1_000, total_discount_amounts: off(650) })],
    1,
  ],
  [
    'those that a promotion code made free',
    [invoice({ amount_paid: 0, total_discount_amounts: off(1_650) })],
    1,
  ],
  [
    'no more than the agreed sum covers',
    [invoice(), invoice({ amount_paid: 100 }), invoice({ amount_paid: 100 })],
    1,
  ],
  [
    'no instalment twice that has lines of other matters',
    [invoice({ amount_paid: 2_900 }), invoice({ amount_paid: 400 })],
    1,
  ],
  [
    'no taxes',
    [
      ...Array.from({ length: 5 }, () => invoice({ amount_paid: 1_996 })),
      invoice({ amount_paid: 1 }),
    ],
    5,
  ],
])('countInstalments – counts %s', (_, invoices, count) => {
  expect(countInstalments(invoices, { amount: 1_650 })).toBe(count);
});

it('countInstalments – an invoice that waits – counts among those that were charged', () => {
  const waiting = [
    invoice({ status: 'open', amount_paid: 0 }),
    invoice({ status: 'draft', amount_paid: 0, auto_advance: true }),
    invoice({ status: 'draft', amount_paid: 0, auto_advance: false }),
  ];
  expect(countInstalments(waiting, { amount: 1_650, isCharged: true })).toBe(2);
});

const DAY = 86_400;

/** Returns the paid invoice of a period, given in days. */
const periodOf = (begin: number, end: number, over: Partial<Stripe.Invoice> = {}): Stripe.Invoice =>
  invoice({
    id: `in_${begin}`,
    created: begin * DAY,
    lines: {
      data: [{ period: { start: begin * DAY, end: end * DAY }, parent: null }],
    } as unknown as Stripe.Invoice['lines'],
    ...over,
  });

const open = { status: 'open' } as const;
const change = { billing_reason: 'subscription_update' } as const;
const proration = {
  ...change,
  lines: {
    data: [
      {
        period: { start: 10 * DAY, end: 365 * DAY },
        parent: { subscription_item_details: { proration: true } },
      },
    ],
  } as unknown as Stripe.Invoice['lines'],
};

it.each<[string, Stripe.Invoice[], number | null]>([
  ['no invoice is paid', [periodOf(0, 30, open)], null],
  ['two periods are paid', [periodOf(30, 60), periodOf(0, 30)], 60],
  [
    'years were changed to months, of which the third is not paid',
    [periodOf(100, 130, open), periodOf(70, 100), periodOf(40, 70, change), periodOf(0, 365)],
    100,
  ],
  ['months were changed to years', [periodOf(10, 375, change), periodOf(0, 30)], 375],
  ['an older period is paid late, the newer is not', [periodOf(30, 60, open), periodOf(0, 30)], 30],
  ['a trial is extended', [periodOf(10, 44, change), periodOf(0, 14)], 44],
  ['a proration was paid last', [periodOf(10, 0, proration), periodOf(0, 30)], 30],
])('paidUntil – %s – is the end of the newest paid period', (_, invoices, day) => {
  const end = day === null ? null : day * DAY;
  expect(paidUntil(invoices)).toBe(end);
  expect(paidUntil(invoices.toReversed())).toBe(end);
});
