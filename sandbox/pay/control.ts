import type { IncomingMessage, ServerResponse } from 'node:http';
import type Stripe from 'stripe';
import { refusalOf } from './currencies';
import { missing, parameterInvalid, unknownRoute } from './errors';
import type { Fault, Faults } from './faults';
import { price, product, type PriceInput, type ProductInput } from './objects';
import type { PromotionCodeInput } from './promotions';
import type { Kind } from './store';
import { locateSession, type Located, type Tenant, type Tenants } from './tenants';

/** A call of the service, as the stand-in saw it. */
export type Call = { method: string; path: string; key: string | undefined };

type Body = {
  account?: string;
  /** Whether the service is told, as the provider would. */
  announce?: boolean;
  amount?: number;
  code?: string;
  delete?: string[];
  delivering?: boolean;
  kind?: Kind;
  prices?: PriceInput[];
  products?: ProductInput[];
  promotionCodes?: PromotionCodeInput[];
  reason?: string;
  status?: Stripe.Dispute.Status;
  url?: string;
  works?: boolean;
};

type Action = (at: Located, body: Body) => unknown;

const actions: Readonly<Record<string, Action | undefined>> = {
  pay: ({ payments, session }, { code = null }) => payments.pay(session, { code }),
  decline: ({ payments, session }) => payments.decline(session),
  'pay-later': ({ payments, session }) => payments.payLater(session),
  settle: ({ payments, session }, { works = true }) => payments.settle(session, works),
  expire: ({ payments, session }) => payments.expire(session),
  refund: ({ payments, session }, { amount }) =>
    payments.refund(payments.chargeOf(session), amount === undefined ? {} : { amount }),
  dispute: ({ payments, session }, { reason }) =>
    payments.dispute(payments.chargeOf(session), reason),
  'close-dispute': ({ payments, session, store }, { status = 'won' }) => {
    const charge = payments.chargeOf(session);
    const [dispute] = store.list('dispute', (one) => one.charge === charge.id);
    if (dispute === undefined) throw parameterInvalid('session', 'There is no dispute.');
    return payments.closeDispute(dispute, status);
  },
  renew: ({ payments, session }, { works = true }) => payments.renew(session, works),
  cancel: ({ payments, session }) => payments.cancel(payments.subscriptionIn(session)),
  'end-after-period': ({ payments, session }) =>
    payments.endAfterPeriod(payments.subscriptionIn(session)),
};

/**
 * What a test or a person may do that no customer can: break the connection, expire a session, take the
 * money back. JSON in, JSON out, below `/_control`.
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
      return { url: account.webhookUrl };
    },
    'POST catalogue': (body) => {
      const { store, payments, webhooks } = tenantOf(body);
      const tell = (what: string, object: Stripe.Price | Stripe.Product): void => {
        if (body.announce === true) webhooks.emit(`${object.object}.${what}`, object);
      };
      const put = (object: Stripe.Price | Stripe.Product): void => {
        const isNew = store.get(object.object, object.id) === undefined;
        tell(isNew ? 'created' : 'updated', store.put(object));
      };
      for (const item of body.products ?? []) put(product(item));
      for (const item of body.prices ?? []) {
        const refusal = refusalOf(item.amount, item.currency ?? 'eur');
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
