import type { IncomingMessage, ServerResponse } from 'node:http';
import type Stripe from 'stripe';
import { refusalOf } from './currencies';
import { missing, parameterInvalid, unknownRoute } from './errors';
import type { Fault, Faults } from './faults';
import { price, product, type Presentment, type PriceInput, type ProductInput } from './objects';
import type { PromotionCodeInput } from './promotions';
import type { Kind } from './store';
import { locateSession, type Located, type Tenant, type Tenants } from './tenants';

/** A call of the service, as the stand-in received it. */
export type Call = { method: string; path: string; key: string | undefined };

type Body = {
  account?: string;
  /** Whether the service receives an event, as from the provider. */
  announce?: boolean;
  amount?: number;
  /** API version of later events. */
  apiVersion?: string;
  code?: string;
  /** Credit balance of the customer, in the smallest unit. */
  credit?: number;
  delete?: string[];
  delivering?: boolean;
  /** Whether a charge is marked as disputed. */
  flagged?: boolean;
  kind?: Kind;
  mode?: Stripe.Subscription.PauseCollection.Behavior;
  /** Index of the payment, starting at 0. */
  nth?: number;
  of?: 'session' | 'subscription';
  presentment?: Presentment;
  price?: string;
  prices?: PriceInput[];
  products?: ProductInput[];
  promotionCodes?: PromotionCodeInput[];
  reason?: string;
  resumesAt?: number;
  seconds?: number;
  set?: object;
  status?: string;
  /** Tax in a one-off payment, in the smallest unit. */
  tax?: number;
  trialDays?: number;
  url?: string;
  works?: boolean;
};

type Action = (at: Located, body: Body) => unknown;

const actions: Readonly<Record<string, Action | undefined>> = {
  pay: ({ payments, session }, { code = null, presentment = null, tax = 0, trialDays = 0 }) =>
    payments.pay(session, { code, presentment, tax, trialDays }),
  decline: ({ payments, session }) => payments.decline(session),
  'pay-later': ({ payments, session }) => payments.payLater(session),
  'take-voucher': ({ payments, session }) => payments.takeVoucher(session),
  'expire-voucher': ({ payments, session }) => payments.expireVoucher(session),
  settle: ({ payments, session }, { works = true }) => payments.settle(session, works),
  expire: ({ payments, session }) => payments.expire(session),
  refund: ({ payments, session }, { amount, nth, status }) =>
    payments.refund(payments.chargeOf(session, nth), {
      ...(amount !== undefined && { amount }),
      ...(status === 'pending' && { status }),
    }),
  'finish-refund': ({ payments, session }, { status = 'succeeded' }) =>
    payments.finishRefund(payments.refundOf(session), status as 'succeeded'),
  dispute: ({ payments, session }, { amount, flagged, nth, reason, status }) =>
    payments.dispute(payments.chargeOf(session, nth), {
      ...(amount !== undefined && { amount }),
      ...(reason !== undefined && { reason }),
      ...(status !== undefined && { status }),
      ...(flagged !== undefined && { isFlagged: flagged }),
    }),
  'change-dispute': ({ payments, session }, { status }) =>
    payments.changeDispute(payments.disputeOf(session), status as Stripe.Dispute.Status),
  'close-dispute': ({ payments, session }, { status = 'won' }) =>
    payments.closeDispute(payments.disputeOf(session), status),
  renew: ({ payments, session }, { works = true, credit = 0 }) =>
    payments.renew(session, { works, credit }),
  retry: ({ payments, session }, { works = true }) => payments.retry(session, works),
  bill: ({ payments, session }, { amount = 0, reason = 'manual' }) =>
    payments.bill(session, { amount, reason }),
  pause: ({ payments, session }, { mode = 'void', resumesAt = null }) =>
    payments.pause(session, mode, resumesAt),
  resume: ({ payments, session }) =>
    payments.change(session, { of: 'subscription', set: { pause_collection: null } }),
  change: ({ payments, session }, { of = 'subscription', set = {} }) =>
    payments.change(session, { of, set }),
  'switch-price': ({ payments, session }, { price: id = '' }) => payments.switchPrice(session, id),
  elapse: ({ payments, session }, { seconds = 0 }) => payments.elapse(session, seconds),
  cancel: ({ payments, session }, { reason }) =>
    payments.cancel(payments.subscriptionIn(session), reason),
  'end-after-period': ({ payments, session }) =>
    payments.endAfterPeriod(payments.subscriptionIn(session)),
};

/**
 * Creates the control interface for actions that no customer can perform, such as breaking the
 * connection, expiring a session or charging back. It accepts and returns JSON below `/_control`.
 */
export const createControl = ({
  tenants,
  faults,
  calls,
  changed,
}: {
  tenants: Tenants;
  faults: Faults;
  calls: Call[];
  changed: () => void;
}) => {
  const tenantOf = ({ account = '' }: Body): Tenant => {
    const tenant = tenants.get(account);
    if (tenant === undefined) throw missing('account', account);
    return tenant;
  };

  const general: Readonly<Record<string, ((body: Body) => unknown) | undefined>> = {
    'POST faults': (body) => {
      faults.add(body as unknown as Fault);
    },
    'DELETE faults': () => {
      faults.clear();
    },
    'GET calls': () => calls,
    'DELETE calls': () => calls.splice(0),
    'POST webhooks': (body) => {
      const { account, webhooks } = tenantOf(body);
      if (body.url !== undefined) account.webhookUrl = body.url;
      if (body.delivering !== undefined) webhooks.setDelivery(body.delivering);
      if (body.apiVersion !== undefined) webhooks.setVersion(body.apiVersion);
      return { url: account.webhookUrl };
    },
    'POST catalogue': (body) => {
      const { store, payments, webhooks } = tenantOf(body);
      const tell = (change: string, object: Stripe.Price | Stripe.Product): void => {
        if (body.announce === true) webhooks.emit(`${object.object}.${change}`, object);
      };
      const put = (object: Stripe.Price | Stripe.Product): void => {
        const isNew = store.get(object.object, object.id) === undefined;
        tell(isNew ? 'created' : 'updated', store.put(object));
      };
      for (const item of body.products ?? []) put(product(item));
      for (const item of body.prices ?? []) {
        const refusal =
          item.amount === null ? null : refusalOf(item.amount, item.currency ?? 'eur');
        if (refusal !== null) throw parameterInvalid('unit_amount', refusal);
        put(price(item));
      }
      for (const item of body.promotionCodes ?? []) payments.addPromotionCode(item);
      for (const id of body.delete ?? []) {
        const gone = store.byId(id);
        if (gone?.object !== 'price' && gone?.object !== 'product') throw missing('object', id);
        store.remove(gone);
        tell('deleted', gone);
      }
    },
    'POST objects': (body) => tenantOf(body).store.list(body.kind ?? 'event'),
  };

  const act = (method: string, path: string, body: Body): unknown => {
    const [, id = '', name = ''] = /^sessions\/([^/]+)\/([\w-]+)$/.exec(path) ?? [];
    const action = actions[name];
    if (action !== undefined) {
      const located = locateSession(tenants, id);
      if (located === null) throw missing('checkout session', id);
      return action(located, body);
    }
    const run = general[`${method} ${path}`];
    if (run === undefined) throw unknownRoute(method, path);
    return run(body);
  };

  return (request: IncomingMessage, response: ServerResponse, url: URL, text: string): void => {
    const body = text === '' ? {} : (JSON.parse(text) as Body);
    const result = act(request.method ?? 'GET', url.pathname.slice('/_control/'.length), body);
    changed();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(result ?? null));
  };
};
