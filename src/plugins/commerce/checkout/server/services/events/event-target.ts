import { z } from '@strapi/utils';
import type Stripe from 'stripe';
import { idOf } from '../provider/client';

const id = z.string().min(1).max(255).optional();

/** What an event is about; enough to find the session or the product, nothing personal. */
const eventTarget = z.object({
  sessionId: id,
  paymentIntentId: id,
  subscriptionId: id,
  /** Of an invoice that does not say what it is for, as older events of the provider do not; it is read. */
  invoiceId: id,
  /** Of a charge that is known by nothing else. */
  chargeId: id,
  /** Of what is sold; no order is about it. */
  productId: id,
});

export type EventTarget = z.output<typeof eventTarget>;

type Reference = string | { id: string } | null | undefined;

/** What says of an invoice or a line of one which subscription it is for. */
type Billed = {
  subscription?: Reference;
  parent?: {
    subscription_details?: { subscription?: Reference } | null;
    subscription_item_details?: { subscription?: Reference } | null;
  } | null;
};

type BilledInvoice = Billed & { lines?: { data?: Billed[] } | null };

type EventObject = BilledInvoice & {
  id?: string;
  object: string;
  charge?: Reference;
  invoice?: Reference;
  payment?: { payment_intent?: Reference } | null;
  payment_intent?: Reference;
  product?: Reference;
};

const subscriptionIn = ({ parent, subscription }: Billed): string | null =>
  idOf(
    parent?.subscription_details?.subscription ??
      parent?.subscription_item_details?.subscription ??
      subscription,
  );

/** The subscription that an invoice is for: under `parent` since the API version 2025-03-31, beside it before. */
export const subscriptionOfInvoice = (invoice: BilledInvoice): string | null =>
  [invoice, ...(invoice.lines?.data ?? [])].map(subscriptionIn).find((one) => one !== null) ?? null;

const target = (key: keyof EventTarget, reference: Reference): EventTarget | null => {
  const value = idOf(reference);
  return value === null ? null : { [key]: value };
};

/** What an event is about, or null where it is nothing that is kept here. Events have the form of the API version they were made in. */
export const eventTargetOf = ({ data }: Stripe.Event): EventTarget | null => {
  const object = data.object as EventObject;
  switch (object.object) {
    case 'checkout.session':
      return target('sessionId', object.id);
    case 'payment_intent':
      return target('paymentIntentId', object.id);
    case 'charge':
    case 'refund':
    case 'dispute':
    case 'invoice_payment':
    case 'credit_note':
      return (
        target('paymentIntentId', object.payment_intent ?? object.payment?.payment_intent) ??
        target('invoiceId', object.invoice) ??
        target('chargeId', object.object === 'charge' ? object.id : object.charge)
      );
    case 'product':
      return target('productId', object.id);
    case 'price':
      return target('productId', object.product);
    case 'subscription':
      return target('subscriptionId', object.id);
    case 'subscription_schedule':
      return target('subscriptionId', object.subscription);
    case 'invoice':
      return (
        target('subscriptionId', subscriptionOfInvoice(object)) ?? target('invoiceId', object.id)
      );
    default:
      return null;
  }
};

const versioned = z.object({ apiVersion: z.string() });

/** The API version in which a stored event was made, for people; a release before this one did not note it. */
export const versionIn = (stored: unknown): string =>
  versioned.safeParse(stored).data?.apiVersion ?? 'unknown';

/**
 * The target of a stored event, or null where nothing can be found by it: a signature says who has sent an event, not that what
 * it names is an id.
 */
export const usableTarget = (stored: unknown): EventTarget | null =>
  eventTarget.safeParse(stored).data ?? null;
