import type Stripe from 'stripe';
import { currenciesCombined, parameterInvalid } from './errors';
import * as make from './objects';
import { createPromotions } from './promotions';
import { shiftTimes } from './times';
import type { Draft, Store } from './store';
import type { Emit } from './webhooks';

type Session = Stripe.Checkout.Session;
type Named = { name?: string | null };

/** Form of the hosted page, with the values that the provider adds. */
type Filled = Named & {
  code?: string | null;
  presentment?: make.Presentment | null;
  tax?: number;
  trialDays?: number;
};

/** Options for the charge of a new period. */
type Renewal = { works?: boolean; credit?: number };

type PauseMode = Stripe.Subscription.PauseCollection.Behavior;

const declined = { code: 'card_declined', message: 'Your card was declined.' };

/** Duration of a schedule, and what it does at its end. */
export type Limit = {
  start: number;
  interval: string;
  count: number;
  currency: string | undefined;
  endBehavior: 'cancel' | 'release';
  metadata: make.Metadata;
  /** IDs of the discounts that continue. */
  discounts: string[];
  itemDiscounts: string[];
  taxRates: string[];
  paymentMethod: string | null;
};

const termsOf = ({ taxRates, paymentMethod }: Pick<Limit, 'taxRates' | 'paymentMethod'>) => ({
  default_tax_rates: taxRates.map((id) => ({ id })),
  default_payment_method: paymentMethod,
});

/** Creates the payments of one account, and the events that report them. */
export const createPayments = ({ store, emit }: { store: Store; emit: Emit }) => {
  const promotions = createPromotions({ store });

  /** Exchange rates from an order's currency to the customer's. */
  const rates = new Map<string, number>();

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

  const debit = (intent: Stripe.PaymentIntent, { email, name }: make.Payer): void => {
    const charge = store.put(make.charge({ intent, status: 'pending', email, name }));
    Object.assign(intent, {
      status: 'processing',
      latest_charge: charge.id,
      payment_method: charge.payment_method,
    });
    emit('charge.pending', charge);
    emit('payment_intent.processing', intent);
  };

  const subscriptionOf = (session: Session): Stripe.Subscription => {
    const { items, subscriptionMetadata } = draftOf(session);
    const [item] = items;
    if (!item?.price?.recurring) throw parameterInvalid('session', 'Nothing recurs here.');
    const subscription = make.subscription({
      priceOf: { ...item.price, recurring: item.price.recurring },
      currency: item.currency,
      quantity: item.quantity ?? 1,
      customerId: make.idOf(session.customer) ?? '',
      metadata: subscriptionMetadata,
    });
    const customer = store.get('customer', make.idOf(session.customer));
    if (customer !== undefined) {
      const { currency } = customer;
      if (currency && currency !== subscription.currency) throw currenciesCombined(currency);
      customer.currency = subscription.currency;
    }
    store.put(subscription);
    promotions.take(session, subscription);
    emit('customer.subscription.created', subscription);
    return subscription;
  };

  const invoiceFor = (
    subscription: Stripe.Subscription,
    reason: Stripe.Invoice.BillingReason,
    { credit = 0, amount }: { credit?: number; amount?: number | undefined } = {},
  ) => {
    const customer = store.get('customer', make.idOf(subscription.customer));
    const sequence = customer?.next_invoice_sequence ?? 1;
    const number = `${customer?.invoice_prefix ?? 'SANDBOX'}-${String(sequence).padStart(4, '0')}`;
    if (customer) customer.next_invoice_sequence = sequence + 1;
    const [item] = subscription.items.data;
    const full =
      amount ??
      (item === undefined ? 0 : (make.amountIn(item.price, subscription.currency) ?? 0)) *
        (item?.quantity ?? 1);
    const off = amount === undefined ? promotions.spend(subscription, full) : 0;
    const invoice = store.put(
      make.invoice({
        of: subscription,
        email: customer?.email ?? null,
        reason,
        number,
        off,
        credit,
        ...(amount !== undefined && { amount }),
      }),
    );
    subscription.latest_invoice = invoice.id;
    emit('invoice.created', invoice);
    return invoice;
  };

  const intentFor = (subscription: Stripe.Subscription, invoice: Stripe.Invoice) => {
    const intent = newIntent({
      amount: invoice.amount_due,
      currency: invoice.currency,
      customerId: make.idOf(subscription.customer),
      metadata: {},
    });
    const shown = subscription.presentment_details;
    if (shown) {
      intent.presentment_details = {
        ...shown,
        presentment_amount: Math.round(
          invoice.amount_due * (rates.get(shown.presentment_currency) ?? 1),
        ),
      };
    }
    store.put(make.invoicePayment({ of: invoice, intent }));
    emit('invoice.finalized', invoice);
    return intent;
  };

  /** Returns the payment intent of an invoice. */
  const intentIdOf = (invoice: Stripe.Invoice | undefined): string | null => {
    const [known] = store.list('invoice_payment', (one) => one.invoice === invoice?.id);
    return make.idOf(known?.payment.payment_intent);
  };

  const settleInvoice = (invoice: Stripe.Invoice): void => {
    const time = make.now();
    Object.assign(invoice, {
      status: 'paid',
      amount_paid: invoice.amount_due,
      amount_remaining: 0,
      attempted: true,
      attempt_count: invoice.attempt_count + 1,
      status_transitions: { ...invoice.status_transitions, paid_at: time },
    });
    const [payment] = store.list('invoice_payment', (one) => one.invoice === invoice.id);
    emit('invoice.paid', invoice);
    emit('invoice.payment_succeeded', invoice);
    if (payment === undefined) return;
    Object.assign(payment, {
      status: 'paid',
      amount_paid: invoice.amount_due,
      status_transitions: { canceled_at: null, paid_at: time },
    });
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
    if (session.presentment_details) intent.presentment_details = session.presentment_details;
    succeed(intent, payer);
    return complete(session, { payment_status: 'paid' });
  };

  /** Charges an invoice if its amount is not zero. */
  const charge = (
    subscription: Stripe.Subscription,
    invoice: Stripe.Invoice,
    { payer, works }: { payer: make.Payer; works: boolean },
  ): void => {
    if (invoice.amount_due === 0) {
      settleInvoice(invoice);
      return;
    }
    const intent =
      store.get('payment_intent', intentIdOf(invoice)) ?? intentFor(subscription, invoice);
    if (works) {
      succeed(intent, payer);
      settleInvoice(invoice);
    } else {
      fail(intent, payer);
      refuseInvoice(invoice);
    }
  };

  const startTrial = (subscription: Stripe.Subscription, days: number): void => {
    const [item] = subscription.items.data;
    if (item === undefined) return;
    item.current_period_end = item.current_period_start + days * 86_400;
    subscription.trial_start = item.current_period_start;
    subscription.trial_end = item.current_period_end;
  };

  const paySubscription = (session: Session, payer: make.Payer, trialDays: number): Session => {
    const subscription = subscriptionOf(session);
    if (session.presentment_details) {
      subscription.presentment_details = {
        presentment_currency: session.presentment_details.presentment_currency,
      };
    }
    if (trialDays > 0) startTrial(subscription, trialDays);
    const invoice = invoiceFor(
      subscription,
      'subscription_create',
      trialDays > 0 ? { amount: 0 } : {},
    );
    charge(subscription, invoice, { payer, works: true });
    setStatus(subscription, trialDays > 0 ? 'trialing' : 'active');
    return complete(session, {
      payment_status: invoice.amount_due === 0 ? 'no_payment_required' : 'paid',
      subscription: subscription.id,
      invoice: invoice.id,
    });
  };

  const invoicesOf = (session: Session): Stripe.Invoice[] =>
    store.list(
      'invoice',
      ({ parent }) =>
        session.subscription !== null &&
        parent?.subscription_details?.subscription === session.subscription,
    );

  const intentsOf = (session: Session): (string | null)[] => {
    const invoices = invoicesOf(session).map(({ id }) => id);
    return [
      make.idOf(session.payment_intent),
      ...store
        .list('invoice_payment', (one) => invoices.includes(make.idOf(one.invoice) ?? ''))
        .map(({ payment }) => make.idOf(payment.payment_intent)),
    ];
  };

  const chargesOf = (session: Session): Stripe.Charge[] => {
    const intents = intentsOf(session);
    return store.list(
      'charge',
      (one) => one.payment_intent !== null && intents.includes(make.idOf(one.payment_intent)),
    );
  };

  /** @param nth index among the successful charges, starting at 0 */
  const chargeOf = (session: Session, nth = 0): Stripe.Charge => {
    const paid = chargesOf(session).filter(({ status }) => status === 'succeeded');
    const charge = paid.toReversed().at(nth);
    if (charge === undefined) throw parameterInvalid('charge', 'Nothing has been paid.');
    return charge;
  };

  const refundOf = (session: Session): Stripe.Refund => {
    const charges = chargesOf(session).map(({ id }) => id);
    const [refund] = store.list('refund', (one) => charges.includes(make.idOf(one.charge) ?? ''));
    if (refund === undefined) throw parameterInvalid('session', 'There is no refund.');
    return refund;
  };

  const disputeOf = (session: Session): Stripe.Dispute => {
    const charges = chargesOf(session).map(({ id }) => id);
    const [dispute] = store.list('dispute', (one) => charges.includes(make.idOf(one.charge) ?? ''));
    if (dispute === undefined) throw parameterInvalid('session', 'There is no dispute.');
    return dispute;
  };

  const subscriptionIn = (session: Session): Stripe.Subscription => {
    const subscription = store.get('subscription', make.idOf(session.subscription));
    if (subscription === undefined)
      throw parameterInvalid('subscription', 'This session has no subscription.');
    return subscription;
  };

  const cancel = (
    subscription: Stripe.Subscription,
    reason: Stripe.Subscription.CancellationDetails.Reason = 'cancellation_requested',
  ): Stripe.Subscription => {
    const time = make.now();
    Object.assign(subscription, {
      status: 'canceled',
      canceled_at: time,
      ended_at: time,
      cancellation_details: { comment: null, feedback: null, reason },
    });
    emit('customer.subscription.deleted', subscription);
    return subscription;
  };

  const scheduleOf = ({ schedule: id }: Stripe.Subscription) =>
    store.get('subscription_schedule', make.idOf(id));

  /** Returns true if a schedule ends a subscription by a certain moment. */
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

  /** Gives a schedule one phase of several periods, after which it follows `endBehavior`. */
  const limit = (
    made: Stripe.SubscriptionSchedule,
    { start, interval, count, currency, endBehavior, metadata, ...terms }: Limit,
  ): Stripe.SubscriptionSchedule => {
    const [phase] = made.phases;
    const subscription = store.get('subscription', make.idOf(made.subscription));
    if (phase === undefined || subscription === undefined || start !== phase.start_date) {
      throw parameterInvalid('phases', 'The phase that is running begins when it began.');
    }
    if ((currency ?? subscription.items.data[0]?.price.currency) !== subscription.currency) {
      throw currenciesCombined(subscription.currency);
    }
    phase.end_date = start + count * make.lengthOf(interval);
    Object.assign(made, { end_behavior: endBehavior, metadata });
    // As at the provider, discounts and terms that a new phase does not list end.
    subscription.discounts = terms.discounts;
    for (const item of subscription.items.data) item.discounts = terms.itemDiscounts;
    Object.assign(subscription, termsOf(terms));
    Object.assign(phase, termsOf(terms));
    subscription.cancel_at = endBehavior === 'cancel' ? phase.end_date : null;
    emit('subscription_schedule.updated', made);
    emit('customer.subscription.updated', subscription);
    return made;
  };

  /** Applies the pause mode to an invoice while collection is paused. */
  const holdInvoice = (invoice: Stripe.Invoice, mode: PauseMode): void => {
    const held: Readonly<Record<string, Partial<Stripe.Invoice> | undefined>> = {
      keep_as_draft: { status: 'draft', auto_advance: false },
      mark_uncollectible: { status: 'uncollectible' },
      void: { status: 'void' },
    };
    Object.assign(invoice, held[mode]);
    if (mode === 'void') emit('invoice.voided', invoice);
    if (mode === 'mark_uncollectible') emit('invoice.marked_uncollectible', invoice);
  };

  return {
    chargeOf,
    subscriptionIn,
    refundOf,
    disputeOf,

    pay(
      session: Session,
      { name = null, code = null, presentment = null, tax = 0, trialDays = 0 }: Filled = {},
    ): Session {
      mustBeOpen(session);
      if (code !== null) promotions.enter(session, code);
      if (session.total_details) session.total_details.amount_tax = tax;
      if (presentment !== null) {
        session.presentment_details = presentment;
        const rate = presentment.presentment_amount / (session.amount_total ?? 1);
        rates.set(presentment.presentment_currency, rate);
      }
      const payer = payerOf(session, name);
      if (session.customer_details) session.customer_details.name = name;
      return session.mode === 'payment'
        ? payOnce(session, payer)
        : paySubscription(session, payer, trialDays);
    },

    decline(session: Session, { name = null }: Named = {}): Session {
      mustBeOpen(session);
      // The provider creates a subscription only after its first payment succeeds; a failed attempt
      // leaves no trace.
      if (session.mode === 'payment') fail(intentOf(session), payerOf(session, name));
      return session;
    },

    /** Makes a payment whose outcome is known later, as with a bank debit. */
    payLater(session: Session, { name = null, code = null }: Filled = {}): Session {
      mustBeOpen(session);
      if (code !== null) promotions.enter(session, code);
      const payer = payerOf(session, name);
      if (session.mode === 'payment') {
        debit(intentOf(session), payer);
        return complete(session, { payment_status: 'unpaid' });
      }
      const subscription = subscriptionOf(session);
      const invoice = invoiceFor(subscription, 'subscription_create');
      debit(intentFor(subscription, invoice), payer);
      // The provider activates the subscription without waiting for the bank.
      setStatus(subscription, 'active');
      return complete(session, {
        payment_status: 'unpaid',
        subscription: subscription.id,
        invoice: invoice.id,
      });
    },

    /** Gives the customer a voucher to pay elsewhere. No charge exists until it is paid. */
    takeVoucher(session: Session): Session {
      mustBeOpen(session);
      const intent = intentOf(session);
      intent.status = 'requires_action';
      emit('payment_intent.requires_action', intent);
      return complete(session, { payment_status: 'unpaid' });
    },

    /** Expires an unpaid voucher. */
    expireVoucher(session: Session): Session {
      const intent = intentOf(session);
      if (intent.status !== 'requires_action') {
        throw parameterInvalid('session', 'No voucher waits for its money.');
      }
      intent.status = 'requires_payment_method';
      emit('payment_intent.payment_failed', intent);
      emit('checkout.session.async_payment_failed', session);
      return session;
    },

    settle(session: Session, works: boolean): Session {
      const invoice = store.get('invoice', make.idOf(session.invoice));
      const intent = store.get(
        'payment_intent',
        make.idOf(session.payment_intent) ?? intentIdOf(invoice),
      );
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
        if (invoice !== undefined) settleInvoice(invoice);
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
        if (invoice !== undefined) {
          refuseInvoice(invoice);
          setStatus(subscriptionIn(session), 'past_due');
        }
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
      {
        amount,
        ...rest
      }: { amount?: number; reason?: Stripe.Refund.Reason; status?: 'succeeded' | 'pending' } = {},
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

    /** Sets the outcome of a pending refund, or of one that the bank returns days later. */
    finishRefund(
      refund: Stripe.Refund,
      status: 'succeeded' | 'failed' | 'canceled',
    ): Stripe.Refund {
      const charge = store.get('charge', make.idOf(refund.charge));
      refund.status = status;
      if (status !== 'succeeded' && charge !== undefined) {
        charge.amount_refunded -= refund.amount;
        charge.refunded = false;
      }
      emit('refund.updated', refund);
      if (status === 'failed') emit('refund.failed', refund);
      return refund;
    },

    dispute(
      charge: Stripe.Charge,
      {
        isFlagged = true,
        ...input
      }: {
        reason?: string;
        amount?: number;
        status?: Stripe.Dispute.Status;
        isFlagged?: boolean;
      },
    ): Stripe.Dispute {
      const dispute = store.put(make.dispute({ of: charge, ...input }));
      charge.disputed = isFlagged;
      emit('charge.dispute.created', dispute);
      return dispute;
    },

    /** Turns an inquiry into a dispute, or records the review of evidence. */
    changeDispute(dispute: Stripe.Dispute, status: Stripe.Dispute.Status): Stripe.Dispute {
      dispute.status = status;
      emit('charge.dispute.updated', dispute);
      return dispute;
    },

    closeDispute(dispute: Stripe.Dispute, status: Stripe.Dispute.Status): Stripe.Dispute {
      dispute.status = status;
      emit('charge.dispute.closed', dispute);
      return dispute;
    },

    renew(session: Session, { works = true, credit = 0 }: Renewal): Stripe.Subscription {
      const subscription = subscriptionIn(session);
      const [item] = subscription.items.data;
      if (item === undefined) throw parameterInvalid('subscription', 'It has no item.');
      if (subscription.status === 'canceled') {
        throw parameterInvalid('subscription', 'It is over.');
      }
      if (isOver(subscription, item.current_period_end)) return cancel(subscription);
      const length = make.lengthOf(item.price.recurring?.interval ?? '');
      item.current_period_start = item.current_period_end;
      item.current_period_end += length;
      const invoice = invoiceFor(subscription, 'subscription_cycle', { credit });
      const pause = subscription.pause_collection;
      if (pause) {
        holdInvoice(invoice, pause.behavior);
        emit('customer.subscription.updated', subscription);
        return subscription;
      }
      charge(subscription, invoice, { payer: payerOf(session, null), works });
      setStatus(subscription, works ? 'active' : 'past_due');
      return subscription;
    },

    /** Retries the oldest unpaid invoice. */
    retry(session: Session, works: boolean): Stripe.Subscription {
      const subscription = subscriptionIn(session);
      const [invoice] = invoicesOf(session)
        .filter(({ status }) => status === 'open')
        .toReversed();
      if (invoice === undefined) throw parameterInvalid('session', 'No invoice is open.');
      charge(subscription, invoice, { payer: payerOf(session, null), works });
      if (works) setStatus(subscription, 'active');
      return subscription;
    },

    /**
     * Creates an invoice in addition to those of the periods: a manual one, or one for a change
     * within a period.
     */
    bill(
      session: Session,
      { reason, amount }: { reason: Stripe.Invoice.BillingReason; amount: number },
    ): Stripe.Invoice {
      const subscription = subscriptionIn(session);
      const invoice = invoiceFor(subscription, reason, { amount });
      charge(subscription, invoice, { payer: payerOf(session, null), works: true });
      return invoice;
    },

    pause(session: Session, mode: PauseMode, resumesAt: number | null): Stripe.Subscription {
      const subscription = subscriptionIn(session);
      subscription.pause_collection = { behavior: mode, resumes_at: resumesAt };
      emit('customer.subscription.updated', subscription);
      return subscription;
    },

    /** Changes a session or its subscription as a person can in the provider's dashboard. */
    change(
      session: Session,
      { of, set }: { of: 'session' | 'subscription'; set: object },
    ): Session | Stripe.Subscription {
      if (of === 'session') return Object.assign(session, set);
      const subscription = Object.assign(subscriptionIn(session), set);
      const schedule = store.get('subscription_schedule', make.idOf(subscription.schedule) ?? '');
      const { default_tax_rates: rates, default_payment_method: method } = subscription;
      // As at the provider, the running phase follows its subscription.
      Object.assign(schedule?.phases[0] ?? {}, {
        default_tax_rates: rates,
        default_payment_method: method,
      });
      emit('customer.subscription.updated', subscription);
      return subscription;
    },

    switchPrice(session: Session, id: string): Stripe.Subscription {
      const subscription = subscriptionIn(session);
      const price = store.get('price', id);
      const [item] = subscription.items.data;
      if (price === undefined || item === undefined) throw parameterInvalid('price', 'No price.');
      item.price = price;
      emit('customer.subscription.updated', subscription);
      return subscription;
    },

    /** Moves all times of a session back by some seconds. */
    elapse(session: Session, seconds: number): void {
      const intents = intentsOf(session);
      const charges = chargesOf(session);
      const isOfCharge = ({ charge }: { charge: string | { id: string } | null }) =>
        charges.some(({ id }) => id === make.idOf(charge));
      const objects = [
        session,
        ...store.list('subscription', ({ id }) => id === session.subscription),
        ...store.list('subscription_schedule', (one) => one.subscription === session.subscription),
        ...invoicesOf(session),
        ...store.list('payment_intent', ({ id }) => intents.includes(id)),
        ...charges,
        ...store.list('refund', isOfCharge),
        ...store.list('dispute', isOfCharge),
      ];
      for (const object of objects) shiftTimes(object, -seconds);
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
