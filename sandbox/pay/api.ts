import type Stripe from 'stripe';
import { refusalOf } from './currencies';
import {
  currenciesCombined,
  missing,
  parameterInvalid,
  parameterMissing,
  parameterUnknown,
  unknownRoute,
} from './errors';
import { expanded } from './expand';
import type { Form } from './form';
import * as make from './objects';
import type { Limit, Payments } from './payments';
import type { Kind, Objects, Store } from './store';

export type ApiCall = { method: string; path: string; params: Record<string, Form> };

type Query = Readonly<Record<string, string | undefined>>;

type SessionForm = make.SessionParams & {
  currency?: string;
  customer?: string;
  customer_email?: string;
  line_items?: { price: string; quantity?: string }[];
  payment_intent_data?: { metadata?: make.Metadata };
  subscription_data?: { metadata?: make.Metadata };
};

type Route = {
  method: string;
  path: string;
  run: (id: string, params: Record<string, Form>) => object;
};

const sessionParameters = [
  'mode',
  'currency',
  'line_items',
  'success_url',
  'cancel_url',
  'customer',
  'customer_email',
  'client_reference_id',
  'metadata',
  'payment_intent_data',
  'subscription_data',
  'expires_at',
  'allow_promotion_codes',
  'locale',
];

const checkMetadata = (metadata: make.Metadata = {}, at = 'metadata'): make.Metadata => {
  const entries = Object.entries(metadata);
  if (entries.length > 50) {
    throw parameterInvalid(at, 'You can only specify up to 50 metadata keys.');
  }
  for (const [key, value] of entries) {
    if (key.length > 40) throw parameterInvalid(at, `Metadata key too long: ${key}`);
    if (value.length > 500) {
      throw parameterInvalid(`${at}[${key}]`, 'Metadata values can have up to 500 characters.');
    }
  }
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
};

const checkAddress = (value: string | undefined, param: string): void => {
  if (value === undefined) throw parameterMissing(param);
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw parameterInvalid(param, 'Not a valid URL');
  }
};

const checkMode = (params: SessionForm): void => {
  const { mode, customer, customer_email: email } = params;
  if (!['payment', 'subscription'].includes(mode)) {
    throw parameterInvalid('mode', 'Invalid mode: must be one of payment or subscription');
  }
  if (customer !== undefined && email !== undefined) {
    throw parameterInvalid('customer', 'You may only specify one of customer, customer_email.');
  }
  if (mode === 'payment' && params.subscription_data !== undefined) {
    throw parameterInvalid('subscription_data', 'Only in `subscription` mode.');
  }
  if (mode === 'subscription' && params.payment_intent_data !== undefined) {
    throw parameterInvalid('payment_intent_data', 'Not in `subscription` mode.');
  }
};

type PhaseForm = {
  start_date?: string;
  duration?: { interval?: string; interval_count?: string };
  items?: { price?: string; discounts?: { discount?: string }[] }[];
  currency?: string;
  discounts?: { discount?: string }[];
  default_tax_rates?: string[];
  default_payment_method?: string;
};

/** Returns the limit in the one supported phase, and its end behaviour. */
const limitIn = (form: Record<string, Form>): Limit => {
  const { phases, end_behavior: endBehavior } = form as {
    phases?: PhaseForm[];
    end_behavior?: string;
  };
  const [phase, ...others] = phases ?? [];
  if (phase === undefined || others.length > 0) throw parameterInvalid('phases', 'One phase.');
  if (phase.items?.[0]?.price === undefined) throw parameterMissing('phases[0][items]');
  const discountsIn = ({ discounts = [] }: { discounts?: { discount?: string }[] }): string[] =>
    discounts.flatMap(({ discount }) => discount ?? []);
  const { interval, interval_count: count } = phase.duration ?? {};
  if (!(Number(count) >= 1)) throw parameterInvalid('phases[0][duration]', 'At least one period.');
  if (!['cancel', 'release'].includes(endBehavior ?? '')) {
    throw parameterInvalid('end_behavior', 'Must be one of cancel or release.');
  }
  return {
    start: Number(phase.start_date),
    interval: interval ?? '',
    count: Number(count),
    currency: phase.currency,
    endBehavior: endBehavior === 'cancel' ? 'cancel' : 'release',
    discounts: discountsIn(phase),
    itemDiscounts: discountsIn(phase.items[0]),
    taxRates: phase.default_tax_rates ?? [],
    paymentMethod: phase.default_payment_method ?? null,
    metadata: checkMetadata(form.metadata as make.Metadata | undefined),
  };
};

const mapValues = <T, R>(object: Readonly<Record<string, T>>, map: (value: T) => R) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)] as const));

const page = (items: readonly { id: string }[], query: Query, url: string) => {
  const { limit = '10', starting_after: after } = query;
  const start = after === undefined ? 0 : items.findIndex(({ id }) => id === after) + 1;
  const end = start + Math.min(Number(limit), 100);
  return { object: 'list', data: items.slice(start, end), has_more: end < items.length, url };
};

const matches =
  (...fields: string[]) =>
  (query: Query) =>
  (object: object): boolean =>
    fields.every(
      (field) =>
        query[field] === undefined || (object as Record<string, unknown>)[field] === query[field],
    );

/** Creates the operations of the provider's API that checkout uses, for one account. */
export const createApi = ({
  store,
  payments,
  origin,
}: {
  store: Store;
  payments: Payments;
  origin: () => string;
}) => {
  const deleted = new Map<string, Stripe.Customer>();

  const find = <K extends Kind>(kind: K, id: string, param?: string): Objects[K] => {
    const object = store.get(kind, id);
    if (object === undefined) throw missing(kind.replace('.', ' '), id, param);
    return object;
  };

  /**
   * Returns the currency of a price on the provider's page. It shows the customer's currency if the
   * price has several; here every customer lives abroad.
   */
  const currencyOf = (price: Stripe.Price, wanted: string | undefined): string => {
    const { currency, currency_options: options = {} } = price;
    const [abroad] = Object.keys(options).filter((other) => other !== currency);
    const shown = wanted ?? abroad ?? currency;
    if (shown !== currency && options[shown] === undefined) {
      throw parameterInvalid('currency', `The price has no amount in ${shown}.`);
    }
    return shown;
  };

  const lineItems = ({ line_items: wanted = [], mode, currency }: SessionForm): Stripe.LineItem[] =>
    wanted.map(({ price: id, quantity = '1' }, index) => {
      const at = `line_items[${index}][price]`;
      const price = find('price', id, at);
      if (!price.active) throw parameterInvalid(at, 'The price specified is inactive.');
      if (mode === 'subscription' && price.type !== 'recurring') {
        throw parameterInvalid(at, 'You must provide at least one recurring price in this mode.');
      }
      if (mode === 'payment' && price.type !== 'one_time') {
        throw parameterInvalid(at, 'You specified `payment` mode but passed a recurring price.');
      }
      if (price.recurring?.usage_type === 'metered') {
        throw parameterInvalid(at, 'You cannot specify a quantity for a metered price.');
      }
      const { name } = find('product', make.idOf(price.product) ?? '');
      return make.lineItem(price, Number(quantity), name, currencyOf(price, currency));
    });

  const createSession = (form: Record<string, Form>): Stripe.Checkout.Session => {
    for (const key of Object.keys(form)) {
      if (!sessionParameters.includes(key)) throw parameterUnknown(key);
    }
    const params = form as unknown as SessionForm;
    checkMode(params);
    checkAddress(params.success_url, 'success_url');
    if (params.cancel_url !== undefined) checkAddress(params.cancel_url, 'cancel_url');
    const metadata = checkMetadata(params.metadata);
    const customer =
      params.customer === undefined ? null : find('customer', params.customer, 'customer');
    const items = lineItems(params);
    if (items.length === 0) throw parameterMissing('line_items');
    const bound = customer?.currency ?? null;
    if (params.mode === 'subscription' && bound !== null && bound !== items[0]?.currency) {
      throw currenciesCombined(bound);
    }
    const id = make.newId('cs_test', 58);
    store.drafts.set(id, {
      items,
      intentMetadata: checkMetadata(params.payment_intent_data?.metadata),
      subscriptionMetadata: checkMetadata(params.subscription_data?.metadata),
    });
    const session = make.session({
      id,
      url: `${origin()}/c/pay/${id}`,
      params: { ...params, metadata },
      items,
      customerId: customer?.id ?? null,
      email: customer?.email ?? params.customer_email ?? null,
    });
    return store.put(session);
  };

  const createCustomer = (form: Record<string, Form>): Stripe.Customer => {
    const { email, name, metadata } = form as {
      email?: string;
      name?: string;
      metadata?: make.Metadata;
    };
    if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email)) {
      throw parameterInvalid('email', `Invalid email address: ${email}`);
    }
    return store.put(
      make.customer({
        email: email ?? null,
        name: name ?? null,
        metadata: checkMetadata(metadata),
      }),
    );
  };

  const updateCustomer = (
    customer: Stripe.Customer,
    form: Record<string, Form>,
  ): Stripe.Customer => {
    for (const key of Object.keys(form)) {
      if (key !== 'metadata' && key !== 'email') throw parameterUnknown(key);
    }
    const metadata = checkMetadata(form.metadata as make.Metadata | undefined);
    const { email = customer.email } = form as { email?: string };
    return store.put({ ...customer, email, metadata: { ...customer.metadata, ...metadata } });
  };

  const deleteCustomer = (customer: Stripe.Customer): Stripe.DeletedCustomer => {
    store.remove(customer);
    deleted.set(customer.id, customer);
    return { id: customer.id, object: 'customer', deleted: true };
  };

  const searchCustomers = ({ query = '' }: Query) => {
    const [, quoted] = /^email:\s*['"](.*)['"]$/.exec(query) ?? [];
    if (quoted === undefined) throw parameterInvalid('query', 'Only email:"…" is understood here.');
    const wanted = quoted.replace(/\\(.)/g, '$1').toLowerCase();
    return {
      object: 'search_result',
      // The provider's search index is delayed, so it also finds deleted customers.
      data: [...store.list('customer'), ...deleted.values()].filter(
        ({ email }) => email?.toLowerCase() === wanted,
      ),
      has_more: false,
      next_page: null,
      url: '/v1/customers/search',
    };
  };

  /** Returns the account's default configuration, and creates it on first use. */
  const standardConfiguration = (): Stripe.BillingPortal.Configuration =>
    store.list('billing_portal.configuration', ({ is_default: isDefault }) => isDefault)[0] ??
    store.put(make.portalConfiguration({ isDefault: true }));

  const createConfiguration = (form: Record<string, Form>): Stripe.BillingPortal.Configuration => {
    const {
      features,
      metadata,
      business_profile: profile,
    } = form as {
      features?: Record<string, { enabled?: string; allowed_updates?: string[] }>;
      metadata?: make.Metadata;
      business_profile?: { headline?: string };
    };
    if (features === undefined) throw parameterMissing('features');
    return store.put(
      make.portalConfiguration({
        isDefault: false,
        metadata: checkMetadata(metadata),
        headline: profile?.headline ?? null,
        enabled: Object.fromEntries(
          Object.entries(features).map(([name, { enabled }]) => [name, enabled === 'true']),
        ),
        customerUpdates: features.customer_update?.allowed_updates ?? [],
      }),
    );
  };

  const createPortal = ({
    customer = '',
    return_url: returnUrl,
    configuration,
  }: Query): Stripe.BillingPortal.Session => {
    if (returnUrl !== undefined) checkAddress(returnUrl, 'return_url');
    const settings =
      configuration === undefined
        ? standardConfiguration()
        : find('billing_portal.configuration', configuration, 'configuration');
    return store.put(
      make.portalSession({
        url: (id) => `${origin()}/p/session/${id}`,
        customerId: find('customer', customer, 'customer').id,
        configuration: settings.id,
        returnUrl: returnUrl ?? null,
      }),
    );
  };

  const createRefund = ({ charge, payment_intent: intent, amount }: Query): Stripe.Refund => {
    const [target] = store.list(
      'charge',
      (one) =>
        one.status === 'succeeded' &&
        (charge === undefined ? one.payment_intent === intent : one.id === charge),
    );
    if (target === undefined) throw missing('charge', charge ?? intent ?? '', 'charge');
    return payments.refund(target, amount === undefined ? {} : { amount: Number(amount) });
  };

  /** Returns the pricing parameters of a form as input for {@link make.price}. */
  const pricingIn = (form: Record<string, Form>, at: string) => {
    const {
      currency,
      unit_amount: amount,
      recurring,
      metadata,
      currency_options: options,
      tax_behavior: taxBehavior,
    } = form as {
      currency?: string;
      unit_amount?: string;
      recurring?: { interval?: string; interval_count?: string };
      metadata?: make.Metadata;
      currency_options?: Record<string, { unit_amount?: string; tax_behavior?: make.TaxBehavior }>;
      tax_behavior?: make.TaxBehavior;
    };
    if (currency === undefined) throw parameterMissing(`${at}currency`);
    if (amount === undefined) throw parameterMissing(`${at}unit_amount`);
    const amounts = { ...mapValues(options ?? {}, ({ unit_amount: unit }) => Number(unit)) };
    for (const [code, unit] of Object.entries({ ...amounts, [currency]: Number(amount) })) {
      if (!Number.isInteger(unit)) throw parameterInvalid(`${at}unit_amount`, 'Invalid integer');
      const refusal = refusalOf(unit, code);
      if (refusal !== null) throw parameterInvalid(`${at}unit_amount`, refusal);
    }
    const { interval } = recurring ?? {};
    if (recurring !== undefined && !['day', 'week', 'month', 'year'].includes(interval ?? '')) {
      throw parameterInvalid(`${at}recurring[interval]`, 'Invalid interval');
    }
    return {
      amount: Number(amount),
      currency,
      otherCurrencies: amounts,
      interval: interval ?? null,
      intervalCount: Number(recurring?.interval_count ?? 1),
      metadata: checkMetadata(metadata),
      taxBehavior: taxBehavior ?? 'unspecified',
      otherTaxBehaviors: mapValues(options ?? {}, (option) => option.tax_behavior),
    };
  };

  const allow = (form: Record<string, Form>, ...names: string[]): void => {
    for (const key of Object.keys(form)) if (!names.includes(key)) throw parameterUnknown(key);
  };

  const pricing = [
    ...['currency', 'unit_amount', 'recurring', 'metadata', 'currency_options', 'tax_behavior'],
  ];

  const createPrice = (form: Record<string, Form>): Stripe.Price => {
    allow(form, 'product', 'nickname', ...pricing);
    const { product: productId } = form as Query;
    if (productId === undefined) throw parameterMissing('product');
    const { id } = find('product', productId, 'product');
    return store.put(
      make.price({ id: make.newId('price', 24), productId: id, ...pricingIn(form, '') }),
    );
  };

  const createProduct = (form: Record<string, Form>): Stripe.Product => {
    allow(form, 'name', 'default_price_data', 'metadata');
    const {
      name,
      default_price_data: data,
      metadata,
    } = form as {
      name?: string;
      default_price_data?: Record<string, Form>;
      metadata?: make.Metadata;
    };
    if (name === undefined || name === '') throw parameterMissing('name');
    const id = make.newId('prod', 14);
    const priceInput = data === undefined ? null : pricingIn(data, 'default_price_data.');
    const defaultPrice =
      priceInput === null
        ? null
        : store.put(make.price({ id: make.newId('price', 24), productId: id, ...priceInput })).id;
    return store.put(make.product({ id, name, metadata: checkMetadata(metadata), defaultPrice }));
  };

  const updateProduct = (product: Stripe.Product, form: Record<string, Form>): Stripe.Product => {
    allow(form, 'default_price', 'active', 'name');
    const { default_price: defaultPrice, active, name } = form as Query;
    if (defaultPrice !== undefined) {
      const price = find('price', defaultPrice, 'default_price');
      if (price.product !== product.id || !price.active) {
        throw parameterInvalid('default_price', 'The price must be an active one of the product.');
      }
    }
    return store.put({
      ...product,
      ...(defaultPrice !== undefined && { default_price: defaultPrice }),
      ...(active !== undefined && { active: active === 'true' }),
      ...(name !== undefined && { name }),
    });
  };

  const updatePrice = (price: Stripe.Price, form: Record<string, Form>): Stripe.Price => {
    allow(form, 'active');
    const { active } = form as Query;
    const product = store.get('product', make.idOf(price.product) ?? '');
    if (active === 'false' && product?.default_price === price.id) {
      throw parameterInvalid(
        'active',
        'This price cannot be archived because it is the default price of its product.',
      );
    }
    return store.put({ ...price, ...(active !== undefined && { active: active === 'true' }) });
  };

  const list = <K extends Kind>(
    kind: K,
    path: string,
    matching: (query: Query, form: Record<string, Form>) => (object: Objects[K]) => boolean,
  ): Route => ({
    method: 'GET',
    path,
    run: (_, form) => {
      const query = form as Query;
      return page(store.list(kind, matching(query, form)), query, path);
    },
  });

  const one = (kind: Kind, path: string): Route => ({
    method: 'GET',
    path: `${path}/:id`,
    run: (id) => find(kind, id),
  });

  const routes: Route[] = [
    list('product', '/v1/products', () => () => true),
    one('product', '/v1/products'),
    { method: 'POST', path: '/v1/products', run: (_, form) => createProduct(form) },
    {
      method: 'POST',
      path: '/v1/products/:id',
      run: (id, form) => updateProduct(find('product', id), form),
    },
    list(
      'price',
      '/v1/prices',
      (query) => (price) =>
        matches('product', 'type')(query)(price) &&
        (query.active === undefined || String(price.active) === query.active),
    ),
    one('price', '/v1/prices'),
    { method: 'POST', path: '/v1/prices', run: (_, form) => createPrice(form) },
    {
      method: 'POST',
      path: '/v1/prices/:id',
      run: (id, form) => updatePrice(find('price', id), form),
    },
    {
      method: 'GET',
      path: '/v1/customers/search',
      run: (_, form) => searchCustomers(form as Query),
    },
    list('customer', '/v1/customers', matches('email')),
    one('customer', '/v1/customers'),
    { method: 'POST', path: '/v1/customers', run: (_, form) => createCustomer(form) },
    {
      method: 'POST',
      path: '/v1/customers/:id',
      run: (id, form) => updateCustomer(find('customer', id), form),
    },
    {
      method: 'DELETE',
      path: '/v1/customers/:id',
      run: (id) => deleteCustomer(find('customer', id)),
    },
    list(
      'checkout.session',
      '/v1/checkout/sessions',
      matches('payment_intent', 'subscription', 'customer', 'status'),
    ),
    one('checkout.session', '/v1/checkout/sessions'),
    { method: 'POST', path: '/v1/checkout/sessions', run: (_, form) => createSession(form) },
    {
      method: 'POST',
      path: '/v1/checkout/sessions/:id/expire',
      run: (id) => payments.expire(find('checkout.session', id)),
    },
    {
      method: 'GET',
      path: '/v1/billing_portal/configurations',
      run: (_, form) => {
        standardConfiguration();
        const all = store.list('billing_portal.configuration');
        return page(all, form as Query, '/v1/billing_portal/configurations');
      },
    },
    {
      method: 'POST',
      path: '/v1/billing_portal/configurations',
      run: (_, form) => createConfiguration(form),
    },
    {
      method: 'POST',
      path: '/v1/billing_portal/sessions',
      run: (_, form) => createPortal(form as Query),
    },
    list('payment_intent', '/v1/payment_intents', matches('customer')),
    one('payment_intent', '/v1/payment_intents'),
    list('charge', '/v1/charges', matches('payment_intent', 'customer')),
    one('charge', '/v1/charges'),
    list('refund', '/v1/refunds', matches('payment_intent', 'charge')),
    one('refund', '/v1/refunds'),
    { method: 'POST', path: '/v1/refunds', run: (_, form) => createRefund(form as Query) },
    list('dispute', '/v1/disputes', matches('payment_intent', 'charge')),
    one('dispute', '/v1/disputes'),
    list('subscription', '/v1/subscriptions', matches('customer', 'status')),
    one('subscription', '/v1/subscriptions'),
    {
      method: 'DELETE',
      path: '/v1/subscriptions/:id',
      run: (id) => payments.cancel(find('subscription', id)),
    },
    list('subscription_schedule', '/v1/subscription_schedules', matches('customer')),
    one('subscription_schedule', '/v1/subscription_schedules'),
    {
      method: 'POST',
      path: '/v1/subscription_schedules',
      run: (_, form) => {
        const { from_subscription: id = '' } = form as Query;
        return payments.schedule(find('subscription', id, 'from_subscription'));
      },
    },
    {
      method: 'POST',
      path: '/v1/subscription_schedules/:id',
      run: (id, form) => payments.limit(find('subscription_schedule', id), limitIn(form)),
    },
    list(
      'invoice',
      '/v1/invoices',
      (query) => (invoice) =>
        matches('customer', 'status')(query)(invoice) &&
        (query.subscription === undefined ||
          invoice.parent?.subscription_details?.subscription === query.subscription),
    ),
    one('invoice', '/v1/invoices'),
    list('invoice_payment', '/v1/invoice_payments', (query, { payment }) => (found) => {
      const { payment_intent: intent } = (payment ?? {}) as Query;
      return (
        matches('invoice')(query)(found) &&
        (intent === undefined || found.payment.payment_intent === intent)
      );
    }),
    one('invoice_payment', '/v1/invoice_payments'),
    list('event', '/v1/events', ({ type, delivery_success: delivered }, { created, types }) => {
      const from = Number((created as Query | undefined)?.gte ?? 0);
      return (event) =>
        event.created >= from &&
        (type === undefined || event.type === type) &&
        (!Array.isArray(types) || types.includes(event.type)) &&
        (delivered === undefined || (event.pending_webhooks === 0) === (delivered === 'true'));
    }),
    one('event', '/v1/events'),
  ];

  const patterns = routes.map((route) => ({
    ...route,
    pattern: new RegExp(`^${route.path.replace(':id', '([^/]+)')}$`),
  }));

  /** Answers one call like the provider; throws a Refusal where the provider would refuse. */
  return ({ method, path, params: { expand, ...params } }: ApiCall): object => {
    for (const { pattern, run, ...route } of patterns) {
      const match = route.method === method ? pattern.exec(path) : null;
      if (match === null) continue;
      const result = run(match[1] ?? '', params) as { data?: object[] };
      const wanted = (Array.isArray(expand) ? expand : []).map(String);
      if (result.data === undefined || 'id' in result) return expanded(store, result, wanted);
      const ofEach = wanted.map((name) => name.replace(/^data\./, ''));
      return { ...result, data: result.data.map((item) => expanded(store, item, ofEach)) };
    }
    throw unknownRoute(method, path);
  };
};

export type Api = ReturnType<typeof createApi>;
