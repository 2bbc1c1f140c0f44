import type Stripe from 'stripe';
import { idOf } from './client';
import { isCollected, type Payment } from './payments';

type Taxed = { intents: readonly string[]; tax: number; total: number };

const taxOf = ({ total_taxes: taxes }: Stripe.Invoice): number =>
  (taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);

const intentsOf = ({ payments }: Stripe.Invoice): string[] =>
  (payments?.data ?? []).flatMap(({ payment }) => idOf(payment.payment_intent) ?? []);

const taxedOf = (
  session: Stripe.Checkout.Session,
  invoices: readonly Stripe.Invoice[],
): readonly Taxed[] => {
  const ofInvoices = invoices.map((invoice) => ({
    intents: intentsOf(invoice),
    tax: taxOf(invoice),
    total: invoice.total,
  }));
  const intent = idOf(session.payment_intent);
  if (intent === null || session.total_details === null) return ofInvoices;
  const { amount_tax: tax } = session.total_details;
  return [...ofInvoices, { intents: [intent], tax, total: session.amount_total ?? 0 }];
};

/** Returns the tax in the first part of a total. */
const taxUpTo = (amount: number, { tax, total }: Taxed): number =>
  total <= 0 || amount >= total ? tax : Math.round((tax * amount) / total);

/**
 * Adds to each payment the tax in it, as the provider reports it for the session or the invoice.
 * Several payments of one invoice share its tax by their amounts. Their sum is rounded, not each
 * share, so that the shares add up to the tax.
 */
export const withTaxes = (
  payments: readonly Payment[],
  { session, invoices }: { session: Stripe.Checkout.Session; invoices: readonly Stripe.Invoice[] },
): Payment[] => {
  const taxed = taxedOf(session, invoices);
  const collected = new Map<Taxed, number>();
  return payments.map((payment) => {
    const { intent, captured } = payment;
    const source = taxed.find(({ intents }) => intent !== null && intents.includes(intent));
    if (source === undefined || !isCollected(payment)) return payment;
    const before = collected.get(source) ?? 0;
    const after = before + captured;
    collected.set(source, after);
    const earlier = before === 0 ? 0 : taxUpTo(before, source);
    return { ...payment, tax: taxUpTo(after, source) - earlier };
  });
};
