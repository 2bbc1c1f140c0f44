import { z } from '@strapi/utils';
import type Stripe from 'stripe';
import { getStripeId } from '../provider/client';

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

const getSubscriptionId = ({ parent, subscription }: SubscriptionFields): string | null =>
  getStripeId(
    parent?.subscription_details?.subscription ??
      parent?.subscription_item_details?.subscription ??
      subscription,
  );

/**
 * Returns the id of the subscription of an invoice. The field is under `parent` since API version
 * 2025-03-31, and at the top level before.
 */
export const findInvoiceSubscription = (invoice: BilledInvoice): string | null =>
  [invoice, ...(invoice.lines?.data ?? [])]
    .map(getSubscriptionId)
    .find((subscription) => subscription !== null) ?? null;

const toTarget = (key: keyof EventTarget, reference: Reference): EventTarget | null => {
  const value = getStripeId(reference);
  return value === null ? null : { [key]: value };
};

/**
 * Returns the target of an event, or null if it concerns nothing stored here. Each event has the
 * form of the API version under which it was made.
 */
export const getEventTarget = ({ data }: Stripe.Event): EventTarget | null => {
  const object = data.object as EventObject;
  switch (object.object) {
    case 'checkout.session':
      return toTarget('sessionId', object.id);
    case 'payment_intent':
      return toTarget('paymentIntentId', object.id);
    case 'charge':
    case 'refund':
    case 'dispute':
    case 'invoice_payment':
    case 'credit_note':
      return (
        toTarget('paymentIntentId', object.payment_intent ?? object.payment?.payment_intent) ??
        toTarget('invoiceId', object.invoice) ??
        toTarget('chargeId', object.object === 'charge' ? object.id : object.charge)
      );
    case 'product':
      return toTarget('productId', object.id);
    case 'price':
      return toTarget('productId', object.product);
    case 'subscription':
      return toTarget('subscriptionId', object.id);
    case 'subscription_schedule':
      return toTarget('subscriptionId', object.subscription);
    case 'invoice':
      return (
        toTarget('subscriptionId', findInvoiceSubscription(object)) ??
        toTarget('invoiceId', object.id)
      );
    default:
      return null;
  }
};

const versioned = z.object({ apiVersion: z.string() });

/** Returns the API version of a stored event, for the log. Older releases did not store it. */
export const parseApiVersion = (stored: unknown): string =>
  versioned.safeParse(stored).data?.apiVersion ?? 'unknown';

/**
 * Returns the target of a stored event, or null if it is unusable. The signature proves the sender
 * of an event, not that its ids are well-formed.
 */
export const findEventTarget = (stored: unknown): EventTarget | null =>
  eventTarget.safeParse(stored).data ?? null;
