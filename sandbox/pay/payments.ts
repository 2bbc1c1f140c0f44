import type Stripe from 'stripe';
import { parameterInvalid } from './errors';
import * as make from './objects';
import { createPromotions } from './promotions';
import type { Draft, Store } from './store';
import type { Emit } from './webhooks';

type Session = Stripe.Checkout.Session;
type Named = { name?: string | null };

/** The form of the hosted page. */
type Filled = Named & { code?: string | null };

const declined = { code: 'card_declined', message: 'Your card was declined.' };

/** How long a schedule goes on, and what it does then. */
export type Limit = {
  start: number;
  interval: string;
  count: number;
  endBehavior: 'cancel' | 'release';
  metadata: make.Metadata;
  /** Ids of those that go on. */
  discounts: string[];
};

/** What happens to money in one account, and the events that tell of it. */
export const createPayments = ({ store, emit }: { store: Store; emit: Emit }) => {
  const promotions = createPromotions({ store });

  const draftOf = ({ id }: Session): Draft => {
    const draft = store.drafts.get(id);
    if (draft === undefined) throw parameterInvalid('session', 'This session was never made.');
    return draft;
  };

  const payerOf = (session: Session, name: string | null): make.Payer => ({
    email: session.customer_details?.email ?? null,
    name,
  });

  const newIntent = (input: make.IntentInput): Stripe.PaymentIntent => {
    const intent = store.put(make.paymentIntent(input));
    emit('payment_intent.created', intent);
    return intent;
  };

  const succeed = (intent: Stripe.PaymentIntent, { email, name }: make.Payer): void => {
    const charge = store.put(make.charge({ intent, status: 'succeeded', email, name }));
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: intent.amount,
      latest_charge: charge.id,
      payment_method: charge.payment_method,
      last_payment_error: null,
      processing: null,
    });
    emit('charge.succeeded', charge);
    emit('payment_intent.succeeded', intent);
  };

  const fail = (intent: Stripe.PaymentIntent, { email, name }: make.Payer): void => {
    const charge = store.put(
      make.charge({ intent, status: 'failed', email, name, failure: declined }),
    );
    Object.assign(intent, {
      status: 'requires_payment_method',
      latest_charge: charge.id,
      processing: null,
      last_payment_error: {
        charge: charge.id,
        code: declined.code,
        decline_code: 'generic_decline',
        message: declined.message,
        type: 'card_error',
      },
    });
    emit('charge.failed', charge);
    emit('payment_intent.payment_failed', intent);
  };

  const subscriptionOf = (session: Session): Stripe.Subscription => {
    const { items, subscriptionMetadata } = draftOf(session);
    const [item] = items;
    if (!item?.price?.recurring) throw parameterInvalid('session', 'Nothing recurs here.');
    const subscription = make.subscription({
      priceOf: { ...item.price, recurring: item.price.recurring },
      quantity: item.quantity ?? 1,
      customerId: make.idOf(session.customer) ?? '',
      metadata: subscriptionMetadata,
    });
    store.put(subscription);
    promotions.take(session, subscription);
    emit('customer.subscription.created', subscription);
    return subscription;
  };

  const invoiceFor = (subscription: Stripe.Subscription, reason: Stripe.Invoice.BillingReason) => {
    const customer = store.get('customer', make.idOf(subscription.customer));
    const sequence = customer?.next_invoice_sequence ?? 1;
    const number = `${customer?.invoice_prefix ?? 'SANDBOX'}-${String(sequence).padStart(4, '0')}`;
    if (customer) customer.next_invoice_sequence = sequence + 1;
    const [item] = subscription.items.data;
    const full = (item?.price.unit_amount ?? 0) * (item?.quantity ?? 1);
    const off = promotions.spend(subscription, full);
    const invoice = store.put(
      make.invoice({ of: subscription, email: customer?.email ?? null, reason, number, off }),
    );
    const intent = newIntent({
      amount: invoice.total,
      currency: invoice.currency,
      customerId: make.idOf(subscription.customer),
      metadata: {},
    });
    store.put(make.invoicePayment({ of: invoice, intent }));
    subscription.latest_invoice = invoice.id;
    emit('invoice.created', invoice);
    emit('invoice.finalized', invoice);
    return { invoice, intent };
  };

  const settleInvoice = (invoice: Stripe.Invoice, intent: Stripe.PaymentIntent): void => {
    const time = make.now();
    Object.assign(invoice, {
      status: 'paid',
      amount_paid: invoice.total,
      amount_remaining: 0,
      attempted: true,
      attempt_count: invoice.attempt_count + 1,
      status_transitions: { ...invoice.status_transitions, paid_at: time },
    });
    const [payment] = store.list('invoice_payment', (one) => one.invoice === invoice.id);
    if (payment === undefined) return;
    Object.assign(payment, {
      status: 'paid',
      amount_paid: intent.amount,
      status_transitions: { canceled_at: null, paid_at: time },
    });
    emit('invoice.paid', invoice);
    emit('invoice.payment_succeeded', invoice);
    emit('invoice_payment.paid', payment);
  };

  const refuseInvoice = (invoice: Stripe.Invoice): void => {
    Object.assign(invoice, {
      attempted: true,
      attempt_count: invoice.attempt_count + 1,
      next_payment_attempt: make.now() + 3 * 86_400,
    });
    emit('invoice.payment_failed', invoice);
  };

  const setStatus = (
    subscription: Stripe.Subscription,
    status: Stripe.Subscription.Status,
  ): void => {
    subscription.status = status;
    emit('customer.subscription.updated', subscription);
  };

  const complete = (session: Session, changes: Partial<Session>): Session => {
    Object.assign(session, { status: 'complete', url: null, ...changes });
    emit('checkout.session.completed', session);
    return session;
  };

  const mustBeOpen = ({ status }: Session): void => {
    if (status !== 'open') {
      throw parameterInvalid('session', `This session is ${status ?? 'nothing'}.`);
    }
  };

  const intentOf = (session: Session): Stripe.PaymentIntent => {
    const draft = draftOf(session);
    const existing = store.get('payment_intent', draft.intent);
    if (existing !== undefined) return existing;
    const intent = newIntent({
      amount: session.amount_total ?? 0,
      currency: session.currency ?? 'eur',
      customerId: make.idOf(session.customer),
      metadata: draft.intentMetadata,
    });
    draft.intent = intent.id;
    session.payment_intent = intent.id;
    return intent;
  };

  const payOnce = (session: Session, payer: make.Payer): Session => {
    if (session.amount_total === 0) {
      return complete(session, { payment_status: 'no_payment_required' });
    }
    const intent = intentOf(session);
    succeed(intent, payer);
    return complete(session, { payment_status: 'paid' });
  };

  const paySubscription = (session: Session, payer: make.Payer): Session => {
    const subscription = subscriptionOf(session);
    const { invoice, intent } = invoiceFor(subscription, 'subscription_create');
    succeed(intent, payer);
    settleInvoice(invoice, intent);
    setStatus(subscription, 'active');
    return complete(session, {
      payment_status: 'paid',
      subscription: subscription.id,
      invoice: invoice.id,
    });
  };

  const chargeOf = (session: Session): Stripe.Charge => {
    const [payment] = store.list('invoice_payment', (one) => one.invoice === session.invoice);
    const intentId =
      make.idOf(session.payment_intent) ?? make.idOf(payment?.payment.payment_intent);
    const [charge] = store.list(
      'charge',
      (one) => one.payment_intent === intentId && one.status === 'succeeded',
    );
    if (charge === undefined) throw parameterInvalid('charge', 'Nothing has been paid.');
    return charge;
  };

  const subscriptionIn = (session: Session): Stripe.Subscription => {
    const subscription = store.get('subscription', make.idOf(session.subscription));
    if (subscription === undefined)
      throw parameterInvalid('subscription', 'This session has no subscription.');
    return subscription;
  };

  const cancel = (subscription: Stripe.Subscription): Stripe.Subscription => {
    const time = make.now();
    Object.assign(subscription, { status: 'canceled', canceled_at: time, ended_at: time });
    emit('customer.subscription.deleted', subscription);
    return subscription;
  };

  const scheduleOf = ({ schedule: id }: Stripe.Subscription) =>
    store.get('subscription_schedule', make.idOf(id));

  /** Whether a schedule ends a subscription at a moment. */
  const isOver = (subscription: Stripe.Subscription, moment: number): boolean => {
    const known = scheduleOf(subscription);
    const end = known?.phases.at(-1)?.end_date ?? Number.POSITIVE_INFINITY;
    if (known?.end_behavior !== 'cancel' || moment < end) return false;
    Object.assign(known, { status: 'completed', completed_at: make.now() });
    return true;
  };

  const schedule = (subscription: Stripe.Subscription): Stripe.SubscriptionSchedule => {
    if (scheduleOf(subscription) !== undefined) {
      throw parameterInvalid('from_subscription', 'The subscription has a schedule already.');
    }
    if (subscription.status === 'canceled' || subscription.cancel_at_period_end) {
      throw parameterInvalid('from_subscription', 'The subscription is about to end, or has.');
    }
    const made = store.put(make.subscriptionSchedule(subscription));
    subscription.schedule = made.id;
    emit('subscription_schedule.created', made);
    emit('customer.subscription.updated', subscription);
    return made;
  };

  /** Gives a schedule one phase, counted in periods, after which it does as it is told. */
  const limit = (
    made: Stripe.SubscriptionSchedule,
    { start, interval, count, endBehavior, metadata, discounts }: Limit,
  ): Stripe.SubscriptionSchedule => {
    const [phase] = made.phases;
    const subscription = store.get('subscription', make.idOf(made.subscription));
    if (phase === undefined || subscription === undefined || start !== phase.start_date) {
      throw parameterInvalid('phases', 'The phase that is running begins when it began.');
    }
    phase.end_date = start + count * make.lengthOf(interval);
    Object.assign(made, { end_behavior: endBehavior, metadata });
    // As at the provider: what a new phase does not name is over.
    subscription.discounts = discounts;
    subscription.cancel_at = endBehavior === 'cancel' ? phase.end_date : null;
    emit('subscription_schedule.updated', made);
    emit('customer.subscription.updated', subscription);
    return made;
  };

  return {
    chargeOf,
    subscriptionIn,

    pay(session: Session, { name = null, code = null }: Filled = {}): Session {
      mustBeOpen(session);
      if (code !== null) promotions.enter(session, code);
      const payer = payerOf(session, name);
      if (session.customer_details) session.customer_details.name = name;
      return session.mode === 'payment' ? payOnce(session, payer) : paySubscription(session, payer);
    },

    decline(session: Session, { name = null }: Named = {}): Session {
      mustBeOpen(session);
      // The provider makes a subscription only once its first payment works; an attempt leaves no trace.
      if (session.mode === 'payment') fail(intentOf(session), payerOf(session, name));
      return session;
    },

    /** A payment whose outcome comes later, as with a bank debit. */
    payLater(session: Session, { name = null, code = null }: Filled = {}): Session {
      mustBeOpen(session);
      if (code !== null) promotions.enter(session, code);
      if (session.mode !== 'payment') {
        throw parameterInvalid('mode', 'Only single payments can settle later here.');
      }
      const intent = intentOf(session);
      const charge = store.put(
        make.charge({ intent, status: 'pending', ...payerOf(session, name) }),
      );
      Object.assign(intent, {
        status: 'processing',
        latest_charge: charge.id,
        payment_method: charge.payment_method,
      });
      emit('charge.pending', charge);
      emit('payment_intent.processing', intent);
      return complete(session, { payment_status: 'unpaid' });
    },

    settle(session: Session, works: boolean): Session {
      const intent = store.get('payment_intent', make.idOf(session.payment_intent));
      const charge = store.get('charge', make.idOf(intent?.latest_charge));
      if (intent?.status !== 'processing' || charge === undefined) {
        throw parameterInvalid('session', 'Nothing is pending.');
      }
      if (works) {
        Object.assign(charge, {
          status: 'succeeded',
          paid: true,
          captured: true,
          amount_captured: charge.amount,
        });
        Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
        session.payment_status = 'paid';
        emit('charge.succeeded', charge);
        emit('payment_intent.succeeded', intent);
        emit('checkout.session.async_payment_succeeded', session);
      } else {
        Object.assign(charge, {
          status: 'failed',
          failure_code: declined.code,
          failure_message: declined.message,
        });
        Object.assign(intent, { status: 'requires_payment_method' });
        emit('charge.failed', charge);
        emit('payment_intent.payment_failed', intent);
        emit('checkout.session.async_payment_failed', session);
      }
      return session;
    },

    expire(session: Session): Session {
      mustBeOpen(session);
      const intent = store.get('payment_intent', make.idOf(session.payment_intent));
      if (intent) {
        Object.assign(intent, { status: 'canceled', canceled_at: make.now() });
        emit('payment_intent.canceled', intent);
      }
      Object.assign(session, { status: 'expired', url: null });
      emit('checkout.session.expired', session);
      return session;
    },

    refund(
      charge: Stripe.Charge,
      { amount, ...rest }: { amount?: number; reason?: Stripe.Refund.Reason } = {},
    ): Stripe.Refund {
      const left = charge.amount - charge.amount_refunded;
      const wanted = amount ?? left;
      if (!(wanted > 0) || wanted > left) {
        throw parameterInvalid('amount', `Refund amount is greater than what is left (${left}).`);
      }
      const refund = store.put(make.refund({ of: charge, amount: wanted, ...rest }));
      charge.amount_refunded += wanted;
      charge.refunded = charge.amount_refunded === charge.amount;
      emit('refund.created', refund);
      emit('charge.refunded', charge);
      return refund;
    },

    dispute(charge: Stripe.Charge, reason?: string): Stripe.Dispute {
      const dispute = store.put(make.dispute({ of: charge, reason }));
      charge.disputed = true;
      emit('charge.dispute.created', dispute);
      return dispute;
    },

    closeDispute(dispute: Stripe.Dispute, status: Stripe.Dispute.Status): Stripe.Dispute {
      dispute.status = status;
      emit('charge.dispute.closed', dispute);
      return dispute;
    },

    renew(session: Session, works: boolean): Stripe.Subscription {
      const subscription = subscriptionIn(session);
      const [item] = subscription.items.data;
      if (item === undefined) throw parameterInvalid('subscription', 'It has no item.');
      if (subscription.status === 'canceled') {
        throw parameterInvalid('subscription', 'It is over.');
      }
      if (isOver(subscription, item.current_period_end)) return cancel(subscription);
      const length = item.current_period_end - item.current_period_start;
      item.current_period_start = item.current_period_end;
      item.current_period_end += length;
      const { invoice, intent } = invoiceFor(subscription, 'subscription_cycle');
      const payer = payerOf(session, null);
      if (works) {
        succeed(intent, payer);
        settleInvoice(invoice, intent);
        setStatus(subscription, 'active');
      } else {
        fail(intent, payer);
        refuseInvoice(invoice);
        setStatus(subscription, 'past_due');
      }
      return subscription;
    },

    endAfterPeriod(subscription: Stripe.Subscription): Stripe.Subscription {
      const [item] = subscription.items.data;
      Object.assign(subscription, {
        cancel_at_period_end: true,
        cancel_at: item?.current_period_end ?? null,
      });
      emit('customer.subscription.updated', subscription);
      return subscription;
    },

    addPromotionCode: promotions.add,
    cancel,
    schedule,
    limit,
  };
};

export type Payments = ReturnType<typeof createPayments>;
