import type Stripe from 'stripe';
import { countInstalments } from './invoices';

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
