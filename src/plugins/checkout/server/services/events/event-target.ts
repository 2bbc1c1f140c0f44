import { z } from '@strapi/utils';
import type Stripe from 'stripe';
import { idOf } from '../provider/client';

const id = z.string().min(1).max(255).optional();

/** What an event is about; enough to find the session or the product, nothing personal. */
const eventTarget = z.object({
  sessionId: id,
  paymentIntentId: id,
  subscriptionId: id,
  /** Of what is sold; no order is about it. */
  productId: id,
});

export type EventTarget = z.output<typeof eventTarget>;

type Reference = string | { id: string } | null | undefined;

type EventObject = {
  id: string;
  object: string;
  payment_intent?: Reference;
  subscription?: Reference;
  product?: Reference;
  parent?: { subscription_details?: { subscription?: Reference } | null } | null;
};

/** What an event is about, or null where it is nothing that is kept here. */
export const eventTargetOf = ({ data }: Stripe.Event): EventTarget | null => {
  const object = data.object as EventObject;
  switch (object.object) {
    case 'checkout.session':
      return { sessionId: object.id };
    case 'payment_intent':
      return { paymentIntentId: object.id };
    case 'charge':
    case 'refund':
    case 'dispute': {
      const paymentIntentId = idOf(object.payment_intent);
      return paymentIntentId === null ? null : { paymentIntentId };
    }
    case 'product':
      return { productId: object.id };
    case 'price': {
      const productId = idOf(object.product);
      return productId === null ? null : { productId };
    }
    case 'subscription':
      return { subscriptionId: object.id };
    case 'invoice': {
      const subscriptionId = idOf(object.parent?.subscription_details?.subscription);
      return subscriptionId === null ? null : { subscriptionId };
    }
    default:
      return null;
  }
};

/**
 * The target of a stored event, or null where nothing can be found by it: a signature says who has sent an event, not that what
 * it names is an id.
 */
export const usableTarget = (stored: unknown): EventTarget | null =>
  eventTarget.safeParse(stored).data ?? null;
