import type Stripe from 'stripe';
import { eventTargetOf } from './event-target';

const targetOf = (object: object) => eventTargetOf({ data: { object } } as Stripe.Event);

describe('what an event is about', () => {
  it.each([
    [{ object: 'checkout.session', id: 'cs_1' }, { sessionId: 'cs_1' }],
    [{ object: 'payment_intent', id: 'pi_1' }, { paymentIntentId: 'pi_1' }],
    [{ object: 'charge', id: 'ch_1', payment_intent: 'pi_1' }, { paymentIntentId: 'pi_1' }],
    [{ object: 'refund', id: 're_1', payment_intent: { id: 'pi_1' } }, { paymentIntentId: 'pi_1' }],
    [{ object: 'dispute', id: 'dp_1', payment_intent: 'pi_1' }, { paymentIntentId: 'pi_1' }],
    [{ object: 'charge', id: 'ch_1', payment_intent: null }, null],
    [{ object: 'subscription', id: 'sub_1' }, { subscriptionId: 'sub_1' }],
    [
      {
        object: 'invoice',
        id: 'in_1',
        parent: { subscription_details: { subscription: 'sub_1' } },
      },
      { subscriptionId: 'sub_1' },
    ],
    [{ object: 'invoice', id: 'in_1', parent: null }, null],
    [{ object: 'product', id: 'prod_1' }, { productId: 'prod_1' }],
    [{ object: 'price', id: 'price_1', product: 'prod_1' }, { productId: 'prod_1' }],
    [{ object: 'price', id: 'price_1', product: null }, null],
    [{ object: 'customer', id: 'cus_1' }, null],
  ])('should be read from %j', (object, target) => {
    expect(targetOf(object)).toEqual(target);
  });
});
