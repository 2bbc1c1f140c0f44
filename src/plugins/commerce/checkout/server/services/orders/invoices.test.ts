import fc from 'fast-check';
import type Stripe from 'stripe';
import { countInstalments, countInstalmentsLeft, computePaidUntil } from './invoices';

const invoice = (overrides: Partial<Stripe.Invoice> = {}): Stripe.Invoice =>
  ({
    status: 'paid',
    billing_reason: 'subscription_cycle',
    amount_due: 1_650,
    amount_paid: 1_650,
    total_discount_amounts: [],
    pre_payment_credit_notes_amount: 0,
    ...overrides,
  }) as Stripe.Invoice;

const discountOf = (amount: number) => [{ amount, discount: 'di_1' }];

it.each<[string, Stripe.Invoice[], number]>([
  ['first and later periods', [invoice(), invoice({ billing_reason: 'subscription_create' })], 2],
  ['invoice marked as paid by transfer', [invoice({ amount_paid: 0 })], 1],
  [
    'invoice paid by a credit note',
    [invoice({ amount_paid: 0, pre_payment_credit_notes_amount: 1_650 })],
    0,
  ],
  ['trial', [invoice({ amount_due: 0, amount_paid: 0 })], 0],
  ['proration', [invoice({ billing_reason: 'subscription_update' })], 0],
  ['manual invoice', [invoice({ billing_reason: 'manual' })], 0],
  ['open invoice', [invoice({ status: 'open', amount_paid: 0 })], 0],
  ['void invoice', [invoice({ status: 'void', amount_paid: 0 })], 0],
  [
    'invoice reduced by a promotion code',
    [invoice({ amount_paid: 1_000, total_discount_amounts: discountOf(650) })],
    1,
  ],
  [
    'invoice free by a promotion code',
    [invoice({ amount_paid: 0, total_discount_amounts: discountOf(1_650) })],
    1,
  ],
  [
    'small payments below a second instalment',
    [invoice(), invoice({ amount_paid: 100 }), invoice({ amount_paid: 100 })],
    1,
  ],
  [
    'invoice with additional lines',
    [invoice({ amount_paid: 2_900 }), invoice({ amount_paid: 400 })],
    1,
  ],
  [
    'invoices with taxes',
    [
      ...Array.from({ length: 5 }, () => invoice({ amount_paid: 1_996 })),
      invoice({ amount_paid: 1 }),
    ],
    5,
  ],
])('countInstalments – %s – counts the paid instalments', (_, invoices, count) => {
  expect(countInstalments(invoices, { amount: 1_650, total: 10 })).toBe(count);
});

it('countInstalmentsLeft – unpaid invoices – counts open and automatic draft invoices', () => {
  const waiting = [
    invoice({ status: 'open', amount_paid: 0 }),
    invoice({ status: 'draft', amount_paid: 0, auto_advance: true }),
    invoice({ status: 'draft', amount_paid: 0, auto_advance: false }),
  ];
  expect(countInstalmentsLeft(waiting, { amount: 1_650, total: 10 })).toBe(8);
});

it('countInstalmentsLeft – any credits – never charges more than agreed, and ends when all are paid', () => {
  const amount = 1_650;
  const due = fc.oneof(fc.constant(amount), fc.integer({ min: 0, max: amount }));
  const plans = fc.record({ total: fc.integer({ min: 2, max: 12 }), dues: fc.array(due) });
  fc.assert(
    fc.property(plans, ({ total, dues }) => {
      const plan = { amount, total };
      const paid: Stripe.Invoice[] = [];
      const credited = dues.values();
      while (countInstalmentsLeft(paid, plan) > 0) {
        expect(countInstalments(paid, plan)).toBeLessThan(total);
        const charge = credited.next().value ?? amount;
        paid.push(invoice({ amount_due: charge, amount_paid: charge }));
      }
      const sum = paid.reduce((money, item) => money + item.amount_paid, 0);
      expect(sum).toBeLessThanOrEqual(total * amount);
      expect(sum).toBeGreaterThan((total - 1) * amount);
      expect(countInstalments(paid, plan)).toBe(total);
    }),
  );
});

const DAY = 86_400;

/** Returns the paid invoice of a period, given in days. */
const periodOf = (
  begin: number,
  end: number,
  overrides: Partial<Stripe.Invoice> = {},
): Stripe.Invoice =>
  invoice({
    id: `in_${begin}`,
    created: begin * DAY,
    lines: {
      data: [{ period: { start: begin * DAY, end: end * DAY }, parent: null }],
    } as unknown as Stripe.Invoice['lines'],
    ...overrides,
  });

const open = { status: 'open' } as const;
const updateInvoice = { billing_reason: 'subscription_update' } as const;
const proration = {
  ...updateInvoice,
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
  ['no paid invoice', [periodOf(0, 30, open)], null],
  ['two paid periods', [periodOf(30, 60), periodOf(0, 30)], 60],
  [
    'change from years to months, the third month unpaid',
    [
      periodOf(100, 130, open),
      periodOf(70, 100),
      periodOf(40, 70, updateInvoice),
      periodOf(0, 365),
    ],
    100,
  ],
  ['change from months to years', [periodOf(10, 375, updateInvoice), periodOf(0, 30)], 375],
  ['older period paid late, newer period unpaid', [periodOf(30, 60, open), periodOf(0, 30)], 30],
  ['extended trial', [periodOf(10, 44, updateInvoice), periodOf(0, 14)], 44],
  ['proration paid last', [periodOf(10, 0, proration), periodOf(0, 30)], 30],
])('computePaidUntil – %s – returns the end of the newest paid period', (_, invoices, day) => {
  const end = day === null ? null : day * DAY;
  expect(computePaidUntil(invoices)).toBe(end);
  expect(computePaidUntil(invoices.toReversed())).toBe(end);
});
