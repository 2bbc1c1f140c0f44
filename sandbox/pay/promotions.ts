import type Stripe from 'stripe';
import { parameterInvalid } from './errors';
import { idOf, newId, now } from './objects';
import type { Store } from './store';

type Session = Stripe.Checkout.Session;

export type PromotionCodeInput = {
  code: string;
  percentOff: number;
  /** For subscriptions: discounts the first payment only, the first `months`, or all payments. */
  duration?: 'once' | 'repeating' | 'forever';
  months?: number;
};

const coupon = ({ percentOff, duration = 'once', months }: PromotionCodeInput): Stripe.Coupon => ({
  id: newId('coupon', 12),
  object: 'coupon',
  amount_off: null,
  created: now(),
  currency: null,
  duration,
  duration_in_months: months ?? null,
  livemode: false,
  max_redemptions: null,
  metadata: {},
  name: null,
  percent_off: percentOff,
  redeem_by: null,
  times_redeemed: 0,
  valid: true,
});

const promotionCode = (code: string, of: Stripe.Coupon): Stripe.PromotionCode => ({
  id: newId('promo'),
  object: 'promotion_code',
  active: true,
  code,
  created: now(),
  customer: null,
  customer_account: null,
  expires_at: null,
  livemode: false,
  max_redemptions: null,
  metadata: {},
  promotion: { coupon: of.id, type: 'coupon' },
  restrictions: {
    first_time_transaction: false,
    minimum_amount: null,
    minimum_amount_currency: null,
  },
  times_redeemed: 0,
});

const discount = (
  { promotion_code: code, coupon: of }: Stripe.Checkout.Session.Discount,
  subscription: Stripe.Subscription,
): Stripe.Discount => ({
  id: newId('di'),
  object: 'discount',
  checkout_session: null,
  customer: subscription.customer,
  customer_account: null,
  end: null,
  invoice: null,
  invoice_item: null,
  promotion_code: idOf(code),
  source: { coupon: idOf(of), type: 'coupon' },
  start: now(),
  subscription: subscription.id,
  subscription_item: null,
});

/** Creates the promotion codes and discounts of one account. */
export const createPromotions = ({ store }: { store: Store }) => {
  const couponOf = (of: string | { id: string } | null): Stripe.Coupon | undefined =>
    store.get('coupon', idOf(of));

  const off = (amount: number, of: Stripe.Coupon | undefined): number =>
    Math.round((amount * (of?.percent_off ?? 0)) / 100);

  /** Number of discounted payments by discount. */
  const uses = new Map<string, number>();

  const isOver = (id: string, of: Stripe.Coupon | undefined): boolean =>
    of?.duration !== 'forever' && (uses.get(id) ?? 0) >= (of?.duration_in_months ?? 1);

  return {
    add: (input: PromotionCodeInput): void => {
      store.put(promotionCode(input.code, store.put(coupon(input))));
    },

    /** Applies a promotion code to a session, as a customer does on its page. */
    enter(session: Session, entered: string): void {
      const [known] = store.list(
        'promotion_code',
        ({ code, active }) => active && code.toLowerCase() === entered.trim().toLowerCase(),
      );
      if (session.allow_promotion_codes !== true || known === undefined) {
        throw parameterInvalid('promotion_code', `There is no promotion code ${entered} here.`);
      }
      const of = couponOf(known.promotion.coupon);
      const less = off(session.amount_subtotal ?? 0, of);
      known.times_redeemed += 1;
      session.discounts = [{ coupon: of?.id ?? null, promotion_code: known.id }];
      session.amount_total = (session.amount_subtotal ?? 0) - less;
      session.total_details = { amount_discount: less, amount_shipping: 0, amount_tax: 0 };
    },

    /** Applies the session's discounts to its new subscription. */
    take(session: Session, subscription: Stripe.Subscription): void {
      const discounts = (session.discounts ?? []).map((one) => discount(one, subscription));
      subscription.discounts = discounts.map((one) => store.put(one).id);
    },

    /**
     * Returns the discount of a subscription's next invoice, and ends discounts after their last
     * payment.
     */
    spend(subscription: Stripe.Subscription, amount: number): number {
      const coupons = subscription.discounts.map((one) => {
        const id = idOf(one) ?? '';
        uses.set(id, (uses.get(id) ?? 0) + 1);
        return { id, of: couponOf(store.get('discount', id)?.source.coupon ?? null) };
      });
      subscription.discounts = coupons.filter(({ id, of }) => !isOver(id, of)).map(({ id }) => id);
      return coupons.reduce((sum, { of }) => sum + off(amount, of), 0);
    },
  };
};

export type Promotions = ReturnType<typeof createPromotions>;
