import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';

/**
 * The provider's objects with every documented field, empty where this stand-in has no value. The
 * types of the provider's SDK enforce completeness.
 */

export type Metadata = Record<string, string>;

/** Converts a number to the SDK's decimal type, which is a text in JSON. */
const decimal = (amount: number) => String(amount) as unknown as Stripe.Decimal;

export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

export const now = () => Math.floor(Date.now() / 1000);

export const newId = (prefix: string, length = 24): string =>
  `${prefix}_${randomBytes(length).toString('base64url').replace(/[-_]/g, '0').slice(0, length)}`;

const automaticTax = { enabled: false, liability: null, provider: null, status: null };

export type ProductInput = {
  id: string;
  name: string;
  metadata?: Metadata;
  active?: boolean;
  defaultPrice?: string | null;
};

export const product = ({
  id,
  name,
  metadata = {},
  active = true,
  defaultPrice = null,
}: ProductInput): Stripe.Product => ({
  id,
  object: 'product',
  active,
  created: now(),
  default_price: defaultPrice,
  description: null,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata,
  name,
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  tax_details: null,
  type: 'service',
  unit_label: null,
  updated: now(),
  url: null,
});

export type TaxBehavior = NonNullable<Stripe.Price['tax_behavior']>;

export type PriceInput = {
  id: string;
  productId: string;
  /** Null if the customer chooses the amount. */
  amount: number | null;
  currency?: string;
  /**
   * Amounts in the other currencies that it may be charged in; null if the customer chooses the
   * amount.
   */
  otherCurrencies?: Readonly<Record<string, number | null>>;
  interval?: Stripe.Price.Recurring['interval'] | null;
  intervalCount?: number;
  /** Whether it charges by usage. */
  isMetered?: boolean;
  nickname?: string | null;
  active?: boolean;
  metadata?: Metadata;
  taxBehavior?: TaxBehavior;
  /** By other currency. */
  otherTaxBehaviors?: Readonly<Record<string, TaxBehavior | undefined>>;
};

export const price = ({
  id,
  productId,
  amount,
  currency = 'eur',
  otherCurrencies = {},
  interval = null,
  intervalCount = 1,
  isMetered = false,
  nickname = null,
  active = true,
  metadata = {},
  taxBehavior = 'unspecified',
  otherTaxBehaviors = {},
}: PriceInput): Stripe.Price => ({
  id,
  object: 'price',
  active,
  billing_scheme: 'per_unit',
  created: now(),
  currency,
  currency_options: Object.fromEntries(
    Object.entries({ ...(amount !== null && { [currency]: amount }), ...otherCurrencies }).map(
      ([code, unit]) => [
        code,
        {
          custom_unit_amount: unit === null ? { maximum: null, minimum: null, preset: null } : null,
          tax_behavior:
            code === currency ? taxBehavior : (otherTaxBehaviors[code] ?? 'unspecified'),
          unit_amount: unit,
          unit_amount_decimal: unit === null ? null : decimal(unit),
        },
      ],
    ),
  ),
  custom_unit_amount: amount === null ? { maximum: null, minimum: null, preset: null } : null,
  livemode: false,
  lookup_key: null,
  metadata,
  nickname,
  product: productId,
  recurring:
    interval === null
      ? null
      : {
          interval,
          interval_count: intervalCount,
          meter: null,
          trial_period_days: null,
          usage_type: isMetered ? 'metered' : 'licensed',
        },
  tax_behavior: taxBehavior,
  tiers_mode: null,
  transform_quantity: null,
  type: interval === null ? 'one_time' : 'recurring',
  unit_amount: amount,
  unit_amount_decimal: amount === null ? null : decimal(amount),
});

/** Returns the amount of a price in a currency; null if the price has none. */
export const amountIn = (
  { currency, unit_amount: own, currency_options: options = {} }: Stripe.Price,
  code: string | null | undefined,
): number | null => (code === currency ? own : (options[code ?? '']?.unit_amount ?? null));

type CustomerInput = { email?: string | null; name?: string | null; metadata?: Metadata };

export const customer = ({
  email = null,
  name = null,
  metadata = {},
}: CustomerInput): Stripe.Customer => ({
  id: newId('cus', 14),
  object: 'customer',
  address: null,
  balance: 0,
  created: now(),
  currency: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email,
  invoice_prefix: randomBytes(4).toString('hex').toUpperCase(),
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  livemode: false,
  metadata,
  name,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
});

export type SessionParams = {
  mode: 'payment' | 'subscription';
  success_url: string;
  cancel_url?: string;
  client_reference_id?: string;
  expires_at?: string;
  allow_promotion_codes?: string;
  locale?: Stripe.Checkout.Session.Locale;
  metadata?: Metadata;
};

type SessionInput = {
  id: string;
  url: string;
  params: SessionParams;
  items: readonly Stripe.LineItem[];
  customerId: string | null;
  email: string | null;
};

export const session = ({
  id,
  url,
  params,
  items,
  customerId,
  email,
}: SessionInput): Stripe.Checkout.Session => {
  const total = items.reduce((sum, { amount_total }) => sum + amount_total, 0);
  const isPayment = params.mode === 'payment';
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: params.allow_promotion_codes === 'true' ? true : null,
    allowed_payment_method_types: null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: automaticTax,
    billing_address_collection: null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now(),
    currency: items[0]?.currency ?? null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: customerId,
    customer_account: null,
    customer_creation: isPayment && customerId === null ? 'if_required' : null,
    customer_details: {
      address: null,
      business_name: null,
      email,
      individual_name: null,
      name: null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: null,
    },
    customer_email: customerId === null ? email : null,
    discounts: [],
    expires_at: Number(params.expires_at ?? now() + 24 * 60 * 60),
    integration_identifier: null,
    invoice: null,
    invoice_creation: isPayment
      ? {
          enabled: false,
          invoice_data: {
            account_tax_ids: null,
            custom_fields: null,
            description: null,
            footer: null,
            issuer: null,
            metadata: {},
            rendering_options: null,
          },
        }
      : null,
    livemode: false,
    locale: params.locale ?? null,
    managed_payments: null,
    metadata: params.metadata ?? {},
    mode: params.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: isPayment ? 'if_required' : 'always',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: params.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url,
    wallet_options: null,
  };
};

export const lineItem = (
  priceOf: Stripe.Price,
  quantity: number,
  description: string,
  currency: string,
): Stripe.LineItem => ({
  id: newId('li'),
  object: 'item',
  adjustable_quantity: null,
  amount_discount: 0,
  amount_subtotal: (amountIn(priceOf, currency) ?? 0) * quantity,
  amount_tax: 0,
  amount_total: (amountIn(priceOf, currency) ?? 0) * quantity,
  currency,
  description,
  metadata: {},
  price: priceOf,
  quantity,
});

export type IntentInput = {
  amount: number;
  currency: string;
  customerId: string | null;
  metadata: Metadata;
};

export const paymentIntent = ({
  amount,
  currency,
  customerId,
  metadata,
}: IntentInput): Stripe.PaymentIntent => {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: newId(`${id}_secret`),
    confirmation_method: 'automatic',
    created: now(),
    currency,
    customer: customerId,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
};

export type Payer = { email: string | null; name: string | null };

/** Amount and currency that the customer pays in. */
export type Presentment = { presentment_amount: number; presentment_currency: string };

type ChargeInput = Payer & {
  intent: Stripe.PaymentIntent;
  status: 'succeeded' | 'failed' | 'pending';
  failure?: { code: string; message: string } | null;
};

export const charge = ({
  intent,
  status,
  email,
  name,
  failure = null,
}: ChargeInput): Stripe.Charge => ({
  id: newId('ch'),
  object: 'charge',
  amount: intent.amount,
  amount_captured: status === 'succeeded' ? intent.amount : 0,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: { address: null, email, name, phone: null, tax_id: null },
  calculated_statement_descriptor: 'SANDBOX',
  captured: status === 'succeeded',
  created: now(),
  currency: intent.currency,
  customer: intent.customer,
  description: null,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: failure?.code ?? null,
  failure_message: failure?.message ?? null,
  fraud_details: {},
  livemode: false,
  metadata: intent.metadata,
  on_behalf_of: null,
  outcome: {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: failure ? 'declined_by_network' : 'approved_by_network',
    reason: failure?.code ?? null,
    risk_level: 'normal',
    seller_message: failure?.message ?? 'Payment complete.',
    type: failure ? 'issuer_declined' : 'authorized',
  },
  paid: status === 'succeeded',
  payment_intent: intent.id,
  payment_method: newId('pm'),
  payment_method_details: null,
  ...(intent.presentment_details && { presentment_details: intent.presentment_details }),
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status,
  transfer_data: null,
  transfer_group: null,
});

export type RefundInput = {
  of: Stripe.Charge;
  amount: number;
  status?: 'succeeded' | 'pending';
  reason?: Stripe.Refund.Reason | null;
  metadata?: Metadata;
};

export const refund = ({
  of,
  amount,
  reason = null,
  status = 'succeeded',
  metadata = {},
}: RefundInput): Stripe.Refund => ({
  id: newId('re'),
  object: 'refund',
  amount,
  balance_transaction: null,
  charge: of.id,
  created: now(),
  currency: of.currency,
  customer: of.customer,
  customer_account: null,
  metadata,
  payment_intent: of.payment_intent,
  payment_method: of.payment_method,
  ...(of.presentment_details && {
    presentment_details: {
      ...of.presentment_details,
      presentment_amount: Math.round(
        (of.presentment_details.presentment_amount * amount) / of.amount,
      ),
    },
  }),
  reason,
  receipt_number: null,
  source_transfer_reversal: null,
  status,
  transfer_reversal: null,
});

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
  enhanced_evidence: {},
};

type DisputeInput = {
  of: Stripe.Charge;
  amount?: number;
  reason?: string;
  status?: Stripe.Dispute.Status;
};

export const dispute = ({
  of,
  amount = of.amount,
  reason = 'fraudulent',
  status = 'needs_response',
}: DisputeInput): Stripe.Dispute => ({
  id: newId('du'),
  object: 'dispute',
  amount,
  balance_transactions: [],
  charge: of.id,
  created: now(),
  currency: of.currency,
  enhanced_eligibility_types: [],
  evidence: noEvidence,
  evidence_details: {
    due_by: now() + 7 * 24 * 60 * 60,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'not_submitted',
  },
  intended_submission_method: null,
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: of.payment_intent,
  reason,
  status,
});

type RecurringPrice = Stripe.Price & { recurring: Stripe.Price.Recurring };

const planOf = (priceOf: RecurringPrice): Stripe.Plan => ({
  id: priceOf.id,
  object: 'plan',
  active: priceOf.active,
  amount: priceOf.unit_amount,
  amount_decimal: priceOf.unit_amount_decimal,
  billing_scheme: 'per_unit',
  created: priceOf.created,
  currency: priceOf.currency,
  interval: priceOf.recurring.interval,
  interval_count: priceOf.recurring.interval_count,
  livemode: false,
  metadata: {},
  meter: null,
  nickname: priceOf.nickname,
  product: priceOf.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
});

const secondsIn: Readonly<Record<string, number>> = {
  day: 86_400,
  week: 604_800,
  month: 2_592_000,
  year: 31_536_000,
};

export type SubscriptionInput = {
  priceOf: RecurringPrice;
  currency: string;
  quantity: number;
  customerId: string;
  metadata: Metadata;
};

export const subscription = ({
  priceOf,
  currency,
  quantity,
  customerId,
  metadata,
}: SubscriptionInput): Stripe.Subscription => {
  const id = newId('sub');
  const start = now();
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: start,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'classic' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: start,
    currency,
    customer: customerId,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [
        {
          id: newId('si', 14),
          object: 'subscription_item',
          billing_thresholds: null,
          created: start,
          current_period_end: start + (secondsIn[priceOf.recurring.interval] ?? 0),
          current_period_start: start,
          current_trial: null,
          discounts: [],
          metadata: {},
          plan: planOf(priceOf),
          price: priceOf,
          quantity,
          subscription: id,
          tax_rates: [],
        },
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: start,
    status: 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: null,
  };
};

/** Creates a schedule from a subscription, with one phase for the current period. */
export const subscriptionSchedule = (of: Stripe.Subscription): Stripe.SubscriptionSchedule => {
  const [item] = of.items.data;
  if (item === undefined) throw new Error('A subscription has an item');
  const current = { start_date: item.current_period_start, end_date: item.current_period_end };
  return {
    id: newId('sub_sched'),
    object: 'subscription_schedule',
    application: null,
    billing_mode: { flexible: null, type: 'classic' },
    canceled_at: null,
    completed_at: null,
    created: now(),
    current_phase: current,
    customer: of.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [
      {
        add_invoice_items: [],
        application_fee_percent: null,
        billing_cycle_anchor: null,
        billing_thresholds: null,
        collection_method: null,
        currency: of.currency,
        default_payment_method: of.default_payment_method,
        default_tax_rates: of.default_tax_rates,
        description: null,
        discounts: of.discounts.map((one) => ({
          coupon: null,
          discount: idOf(one),
          promotion_code: null,
        })),
        invoice_settings: null,
        items: [],
        metadata: {},
        on_behalf_of: null,
        proration_behavior: 'none',
        transfer_data: null,
        trial_end: null,
        ...current,
      },
    ],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: of.id,
    test_clock: null,
  };
};

/** Returns the provider's length of an interval in seconds. */
export const lengthOf = (interval: string): number => secondsIn[interval] ?? 0;

type InvoiceInput = {
  of: Stripe.Subscription;
  email: string | null;
  reason: Stripe.Invoice.BillingReason;
  number: string;
  /** Amount of the discounts. */
  off: number;
  /** Credit balance of the customer. */
  credit?: number;
  /** Amount that replaces the amount of the period. */
  amount?: number;
};

export const invoice = ({
  of,
  email,
  reason,
  number,
  off,
  credit = 0,
  amount: other,
}: InvoiceInput): Stripe.Invoice => {
  const id = newId('in');
  const [item] = of.items.data;
  if (item === undefined) throw new Error('A subscription has an item');
  const quantity = item.quantity ?? 1;
  const amount = other ?? (amountIn(item.price, of.currency) ?? 0) * quantity;
  const total = amount - off;
  const due = Math.max(0, total - credit);
  const time = now();
  const period = { end: item.current_period_end, start: item.current_period_start };
  return {
    id,
    object: 'invoice',
    account_country: 'ES',
    account_name: 'Sandbox',
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, ...automaticTax },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: time,
    currency: of.currency,
    custom_fields: null,
    customer: of.customer,
    customer_account: null,
    customer_address: null,
    customer_email: email,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: time,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list',
      data: [
        {
          id: newId('il'),
          object: 'line_item',
          amount,
          currency: of.currency,
          description: null,
          discount_amounts: [],
          discountable: true,
          discounts: [],
          invoice: id,
          livemode: false,
          metadata: of.metadata,
          parent: {
            invoice_item_details: null,
            subscription_item_details: {
              invoice_item: null,
              proration: reason === 'subscription_update',
              proration_details: null,
              subscription: of.id,
              subscription_item: item.id,
            },
            type: 'subscription_item_details',
          },
          period,
          pretax_credit_amounts: [],
          pricing: {
            price_details: { price: item.price.id, product: idOf(item.price.product) ?? '' },
            type: 'price_details',
            unit_amount_decimal: item.price.unit_amount_decimal,
          },
          quantity,
          quantity_decimal: decimal(quantity),
          subscription: of.id,
          subtotal: amount,
          taxes: [],
        },
      ],
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: of.metadata, subscription: of.id },
      type: 'subscription_details',
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: period.end,
    period_start: period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: credit === 0 ? 0 : -credit,
    statement_descriptor: null,
    status: 'open',
    status_transitions: {
      finalized_at: time,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: amount,
    subtotal_excluding_tax: amount,
    test_clock: null,
    total,
    total_discount_amounts: off === 0 ? [] : [{ amount: off, discount: newId('di') }],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: time,
  };
};

type InvoicePaymentInput = { of: Stripe.Invoice; intent: Stripe.PaymentIntent };

export const invoicePayment = ({ of, intent }: InvoicePaymentInput): Stripe.InvoicePayment => ({
  id: newId('inpay'),
  object: 'invoice_payment',
  amount_paid: null,
  amount_requested: intent.amount,
  created: now(),
  currency: of.currency,
  invoice: of.id,
  is_default: true,
  livemode: false,
  payment: { payment_intent: intent.id, type: 'payment_intent' },
  status: 'open',
  status_transitions: { canceled_at: null, paid_at: null },
});

type EventInput = { type: string; object: object; apiVersion: string };

export const event = ({ type, object, apiVersion }: EventInput): Stripe.EventBase => ({
  id: newId('evt'),
  object: 'event',
  api_version: apiVersion,
  created: now(),
  data: { object: structuredClone(object) },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type: type as Stripe.EventBase['type'],
});

type Features = Stripe.BillingPortal.Configuration.Features;

/** Features of the first configuration in the provider's dashboard, including plan changes. */
const standardFeatures: Features = {
  customer_update: { allowed_updates: ['email', 'address'], enabled: true },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, feedback_options: null, options: [] },
    enabled: true,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: ['price'],
    enabled: true,
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
};

type ConfigurationInput = {
  isDefault: boolean;
  metadata?: Metadata;
  headline?: string | null;
  /** Features to switch on or off; others follow the standard. */
  enabled?: Readonly<Partial<Record<keyof Features, boolean>>>;
  /** Fields that customers may change; the standard ones by default. */
  customerUpdates?: readonly string[];
};

export const portalConfiguration = ({
  isDefault,
  metadata = {},
  headline = null,
  enabled = {},
  customerUpdates = standardFeatures.customer_update.allowed_updates,
}: ConfigurationInput): Stripe.BillingPortal.Configuration => ({
  id: newId('bpc'),
  object: 'billing_portal.configuration',
  active: true,
  application: null,
  business_profile: { headline, privacy_policy_url: null, terms_of_service_url: null },
  created: now(),
  default_return_url: null,
  features: Object.fromEntries(
    (Object.keys(standardFeatures) as (keyof Features)[]).map((name) => {
      const feature = standardFeatures[name];
      const updates = name === 'customer_update' && { allowed_updates: customerUpdates };
      return [name, { ...feature, ...updates, enabled: enabled[name] ?? feature.enabled }];
    }),
  ) as unknown as Features,
  is_default: isDefault,
  livemode: false,
  login_page: { enabled: false, url: null },
  metadata,
  name: null,
  updated: now(),
});

type PortalInput = {
  url: (id: string) => string;
  customerId: string;
  configuration: string;
  returnUrl: string | null;
};

export const portalSession = ({
  url,
  customerId,
  configuration,
  returnUrl,
}: PortalInput): Stripe.BillingPortal.Session => {
  const id = newId('bps');
  return {
    id,
    object: 'billing_portal.session',
    configuration,
    created: now(),
    customer: customerId,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: returnUrl,
    url: url(id),
  };
};
