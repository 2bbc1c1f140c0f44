import type Stripe from 'stripe';
import { getEventTarget, findEventTarget } from './event-target';

const targetOf = (object: object) => getEventTarget({ data: { object } } as Stripe.Event);

describe('getEventTarget', () => {
  it.each([
    [{ object: 'checkout.session', id: 'cs_1' }, { sessionId: 'cs_1' }],
    [{ object: 'payment_intent', id: 'pi_1' }, { paymentIntentId: 'pi_1' }],
    [{ object: 'charge', id: 'ch_1', payment_intent: 'pi_1' }, { paymentIntentId: 'pi_1' }],
    [{ object: 'refund', id: 're_1', payment_intent: { id: 'pi_1' } }, { paymentIntentId: 'pi_1' }],
    [{ object: 'dispute', id: 'dp_1', payment_intent: 'pi_1' }, { paymentIntentId: 'pi_1' }],
    [{ object: 'charge', id: 'ch_1', payment_intent: null }, { chargeId: 'ch_1' }],
    [{ object: 'charge', payment_intent: null }, null],
    [
      { object: 'charge', id: 'ch_1', payment_intent: null, invoice: 'in_1' },
      { invoiceId: 'in_1' },
    ],
    [{ object: 'dispute', id: 'dp_1', charge: { id: 'ch_1' } }, { chargeId: 'ch_1' }],
    [{ object: 'refund', id: 're_1', payment_intent: null, charge: 'ch_1' }, { chargeId: 'ch_1' }],
    [
      { object: 'invoice_payment', id: 'inpay_1', payment: { payment_intent: 'pi_1' } },
      { paymentIntentId: 'pi_1' },
    ],
    [{ object: 'credit_note', id: 'cn_1', invoice: 'in_1' }, { invoiceId: 'in_1' }],
    [{ object: 'subscription_schedule', subscription: 'sub_1' }, { subscriptionId: 'sub_1' }],
    [{ object: 'invoice', id: 'in_1', subscription: 'sub_1' }, { subscriptionId: 'sub_1' }],
    [
      { object: 'invoice', id: 'in_1', lines: { data: [{}, { subscription: 'sub_1' }] } },
      { subscriptionId: 'sub_1' },
    ],
    [
      {
        object: 'invoice',
        id: 'in_1',
        parent: null,
        lines: {
          data: [{ parent: { subscription_item_details: { subscription: { id: 'sub_1' } } } }],
        },
      },
      { subscriptionId: 'sub_1' },
    ],
    [{ object: 'invoice', parent: null }, null],
    [{ object: 'subscription', id: 'sub_1' }, { subscriptionId: 'sub_1' }],
    [
      {
        object: 'invoice',
        id: 'in_1',
        parent: { subscription_details: { subscription: 'sub_1' } },
      },
      { subscriptionId: 'sub_1' },
    ],
    [{ object: 'invoice', id: 'in_1', parent: null }, { invoiceId: 'in_1' }],
    [{ object: 'product', id: 'prod_1' }, { productId: 'prod_1' }],
    [{ object: 'price', id: 'price_1', product: 'prod_1' }, { productId: 'prod_1' }],
    [{ object: 'price', id: 'price_1', product: null }, null],
    [{ object: 'customer', id: 'cus_1' }, null],
  ])('%j – returns its target', (object, target) => {
    expect(targetOf(object)).toEqual(target);
  });
});

describe('findEventTarget', () => {
  it.each([{ sessionId: 'cs_1' }, { paymentIntentId: 'pi_1' }, { productId: 'prod_1' }])(
    '%j – is returned unchanged',
    (target) => {
      expect(findEventTarget(target)).toEqual(target);
    },
  );

  it('fields of newer releases – are ignored', () => {
    expect(findEventTarget({ sessionId: 'cs_1', other: { a: 1 } })).toEqual({ sessionId: 'cs_1' });
  });

  it.each([
    null,
    'cs_1',
    { sessionId: { $ne: null } },
    { sessionId: 7 },
    { sessionId: '' },
    { productId: ['prod_1'] },
    { subscriptionId: 's'.repeat(300) },
  ])('%j – returns null', (stored) => {
    expect(findEventTarget(stored)).toBeNull();
  });
});
