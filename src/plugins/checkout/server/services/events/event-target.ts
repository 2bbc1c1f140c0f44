import type Stripe from 'stripe';
import { idOf } from '../provider/snapshot';
import type { EventTarget } from '../../types';

type Reference = string | { id: string } | null | undefined;

type Fields = {
  id: string;
  object: string;
  payment_intent?: Reference;
  subscription?: Reference;
  parent?: { subscription_details?: { subscription?: Reference } | null } | null;
};

const present = (target: Record<keyof EventTarget, string | null>): EventTarget =>
  Object.fromEntries(Object.entries(target).filter(([, id]) => id !== null));

const none = { sessionId: null, paymentIntentId: null, subscriptionId: null };

/** What an event is about, or null where nothing in it can belong to an order. */
export const eventTargetOf = ({ data }: Stripe.Event): EventTarget | null => {
  const object = data.object as unknown as Fields;
  switch (object.object) {
    case 'checkout.session':
      return present({ ...none, sessionId: object.id });
    case 'payment_intent':
      return present({ ...none, paymentIntentId: object.id });
    case 'charge':
    case 'refund':
    case 'dispute': {
      const paymentIntentId = idOf(object.payment_intent);
      return paymentIntentId === null ? null : present({ ...none, paymentIntentId });
    }
    case 'subscription':
      return present({ ...none, subscriptionId: object.id });
    case 'invoice': {
      const subscriptionId = idOf(object.parent?.subscription_details?.subscription);
      return subscriptionId === null ? null : present({ ...none, subscriptionId });
    }
    default:
      return null;
  }
};
