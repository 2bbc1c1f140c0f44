import type Stripe from 'stripe';

/** Since this version an invoice references its subscription under `parent`. */
const PARENTS_SINCE = '2025-03-31';

type Line = Stripe.InvoiceLineItem;

/** Returns an object in the form of an older API version, where the forms differ. */
export const inVersion = (object: object, apiVersion: string): object => {
  const { object: kind } = object as { object?: string };
  if (kind !== 'invoice' || apiVersion >= PARENTS_SINCE) return object;
  const { parent, lines, ...invoice } = object as Stripe.Invoice;
  const subscription = parent?.subscription_details?.subscription ?? null;
  const older = ({ parent: _, ...line }: Line) => ({ ...line, subscription });
  return { ...invoice, subscription, lines: { ...lines, data: lines.data.map(older) } };
};
