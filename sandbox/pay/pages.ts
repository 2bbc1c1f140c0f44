import type { IncomingMessage, ServerResponse } from 'node:http';
import { negotiateLanguage } from '#platform/http/message-language';
import { Refusal } from './errors';
import { idOf } from './objects';
import { type Language, type Problem, renderCheckout, renderEnd } from './page';
import { renderPortal } from './portal';
import { renderProduct } from './product';
import {
  locatePortal,
  locateSession,
  type Located,
  type LocatedPortal,
  type Tenants,
} from './tenants';

const languageOf = ({ headers }: IncomingMessage): Language =>
  negotiateLanguage(headers['accept-language'] ?? '', ['en', 'es']) ?? 'en';

/** Outcomes of the test cards by their last four digits; all other cards are declined. */
const outcomes: Readonly<Record<string, 'pay' | 'payLater' | undefined>> = {
  '4242': 'pay',
  '0077': 'payLater',
};

const html = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    'referrer-policy': 'no-referrer',
  });
  response.end(body);
};

const view = ({ account, store, session }: Located, language: Language, problem: Problem | null) =>
  renderCheckout({
    account: account.name,
    session,
    items: store.drafts.get(session.id)?.items ?? [],
    language,
    problem,
  });

/** Pays with the card of a form; returns the problem, if there is one. */
const submit = ({ payments, session }: Located, form: URLSearchParams): Problem | null => {
  const name = form.get('name')?.trim() ?? null;
  const entered = form.get('promotion')?.trim() ?? '';
  const code = entered === '' ? null : entered;
  const outcome = outcomes[(form.get('card') ?? '').replace(/\D/g, '').slice(-4)];
  try {
    if (outcome === undefined) payments.decline(session, { name });
    else payments[outcome](session, { name, code });
    return outcome === undefined ? 'declined' : null;
  } catch (error) {
    if (error instanceof Refusal) return code === null ? 'declined' : 'noCode';
    throw error;
  }
};

/** Returns whether customers may change their e-mail address in the billing portal. */
const allowsNewAddress = ({ store, portal }: LocatedPortal): boolean => {
  const used = idOf(portal.configuration);
  const { enabled, allowed_updates: updates } =
    store.get('billing_portal.configuration', used)?.features.customer_update ?? {};
  return enabled === true && updates?.includes('email') === true;
};

/**
 * Renders the billing portal, which shows a customer's subscriptions, can cancel them and changes
 * the e-mail address.
 */
const portalPage = (
  tenants: Tenants,
  id: string,
  request: IncomingMessage,
  text: string,
): { status: number; body: string } => {
  const language = languageOf(request);
  const location = locatePortal(tenants, id);
  if (location === null) return { status: 404, body: renderEnd({ kind: 'unknown', language }) };
  const { account, store, payments, portal } = location;
  const subscriptions = store.list('subscription', ({ customer }) => customer === portal.customer);
  const form = new URLSearchParams(text);
  const email = form.get('email');
  const customer = store.get('customer', portal.customer);
  if (email !== null && customer !== undefined && allowsNewAddress(location)) {
    store.put({ ...customer, email });
  }
  const ending = form.get('end');
  for (const subscription of subscriptions.filter((each) => each.id === ending)) {
    payments.endAfterPeriod(subscription);
  }
  return {
    status: 200,
    body: renderPortal({ account: account.name, portal, subscriptions, language }),
  };
};

/** Renders a product in the account that sells it; null if none does. */
const productPage = (tenants: Tenants, payID: string, language: Language): string | null => {
  for (const { account, store } of tenants.values()) {
    const product = store.get('product', payID);
    if (product === undefined) continue;
    const prices = store.list('price', (price) => price.active && price.product === payID);
    return renderProduct({ account: account.name, product, prices, language });
  }
  return null;
};

/**
 * Creates the hosted checkout, which shows the purchase, takes a card and redirects the customer.
 */
export const createPages =
  ({ tenants, changed }: { tenants: Tenants; changed: () => void }) =>
  (request: IncomingMessage, response: ServerResponse, url: URL, text: string): void => {
    const language = languageOf(request);
    const [, visit] = /^\/p\/session\/([^/]+)$/.exec(url.pathname) ?? [];
    if (visit !== undefined) {
      const { status, body } = portalPage(tenants, visit, request, text);
      changed();
      html(response, status, body);
      return;
    }
    const [, payID] = /^\/products\/([^/]+)$/.exec(url.pathname) ?? [];
    if (payID !== undefined) {
      const body = productPage(tenants, decodeURIComponent(payID), language);
      html(response, body === null ? 404 : 200, body ?? renderEnd({ kind: 'unknown', language }));
      return;
    }
    const [, id] = /^\/c\/pay\/([^/]+)$/.exec(url.pathname) ?? [];
    const located = id === undefined ? null : locateSession(tenants, id);
    if (located === null) {
      html(response, 404, renderEnd({ kind: 'unknown', language }));
      return;
    }
    const { session } = located;
    if (session.status !== 'open') {
      const kind = session.status === 'complete' ? 'complete' : 'expired';
      html(response, 410, renderEnd({ kind, language, session }));
      return;
    }
    if (request.method !== 'POST') {
      html(response, 200, view(located, language, null));
      return;
    }
    const problem = submit(located, new URLSearchParams(text));
    changed();
    if (problem !== null) {
      html(response, 402, view(located, language, problem));
      return;
    }
    const location = (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
    response.writeHead(303, { location, 'cache-control': 'no-store' });
    response.end();
  };
