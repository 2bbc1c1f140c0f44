import { z } from '@strapi/utils';
import type Stripe from 'stripe';
import { idOf } from '../provider/client';

const id = z.string().min(1).max(255).optional();

/**
 * Ids of the objects that an event is about. They suffice to find the session or the product, and
 * hold nothing personal.
 */
const eventTarget = z.object({
  sessionId: id,
  paymentIntentId: id,
  subscriptionId: id,
  /**
   * Set for invoices that do not name their subscription, as in older events. The invoice is then
   * read.
   */
  invoiceId: id,
  /** Set for charges without another id. */
  chargeId: id,
  /** Set for products and prices. No order is looked up. */
  productId: id,
});

export type EventTarget = z.output<typeof eventTarget>;

type Reference = string | { id: string } | null | undefined;

/** Fields of an invoice, or of one of its lines, that name its subscription. */
type SubscriptionFields = {
  subscription?: Reference;
  parent?: {
    subscription_details?: { subscription?: Reference } | null;
    subscription_item_details?: { subscription?: Reference } | null;
  } | null;
};

type BilledInvoice = SubscriptionFields & { lines?: { data?: SubscriptionFields[] } | null };

type EventObject = BilledInvoice & {
  id?: string;
  object: string;
  charge?: Reference;
  invoice?: Reference;
  payment?: { payment_intent?: Reference } | null;
  payment_intent?: Reference;
  product?: Reference;
};

const subscriptionIn = ({ parent, subscription }: SubscriptionFields): string | null =>
  idOf(
    parent?.subscription_details?.subscription ??
      parent?.subscription_item_details?.subscription ??
      subscription,
  );

/**
 * Returns the id of the subscription of an invoice. The field is under `parent` since API version
 * 2025-03-31, and at the top level before.
 */
export const subscriptionOfInvoice = (invoice: BilledInvoice): string | null =>
  [invoice, ...(invoice.lines?.data ?? [])]
    .map(subscriptionIn)
    .find((subscription) => subscription !== null) ?? null;

const target = (key: keyof EventTarget, reference: Reference): EventTarget | null => {
  const value = idOf(reference);
  return value === null ? null : { [key]: value };
};

/**
 * Returns the target of an event, or null if it concerns nothing stored here. Each event has the
 * form of the API version under which it was made.
 */
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

/** Returns the API version of a stored event, for the log. Older releases did not store it. */
export const versionIn = (stored: unknown): string =>
  versioned.safeParse(stored).data?.apiVersion ?? 'unknown';

/**
 * Returns the target of a stored event, or null if it is unusable. The signature proves the sender
 * of an event, not that its ids are well-formed.
 */
export const findEventTarget = (stored: unknown): EventTarget | null =>
  eventTarget.safeParse(stored).data ?? null;
