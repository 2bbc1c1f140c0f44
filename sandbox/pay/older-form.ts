import type Stripe from 'stripe';

/** Since this version an invoice says under `parent` which subscription it is for. */
const PARENTS_SINCE = '2025-03-31';

type Line = Stripe.InvoiceLineItem;

/** An object as an event of an older API version has it, as far as it differs. */
export const inVersion = (object: object, apiVersion: string): object => {
  const { object: kind } = object as { object?: string };
  if (kind !== 'invoice' || apiVersion >= PARENTS_SINCE) return object;
  const { parent, lines, ...invoice } = object as Stripe.Invoice;
  const subscription = parent?.subscription_details?.subscription ?? null;
  const older = ({ parent: _, ...line }: Line) => ({ ...line, subscription });
  return { ...invoice, subscription, lines: { ...lines, data: lines.data.map(older) } };
};
