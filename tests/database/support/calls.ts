import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { newAccount, PASSWORD, someEmail } from '../../account/support/accounts';
import { accounts, purchase, subscription } from '../../checkout/support';
import { watching } from '../../partner-video/service';

/** The caller: one of the tokens, or none. */
export type Caller = 'anyone' | 'student' | 'server' | 'editor';

export type Tokens = Record<Exclude<Caller, 'anyone'>, string>;

export type Call = {
  /** The operation id of the contract, or a name for a call of Strapi's own API. */
  name: string;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  caller: Caller;
  body?: () => object;
  headers?: (body: string) => Record<string, string>;
};

export type Answer = {
  status: number;
  code: string | undefined;
  headers: IncomingHttpHeaders;
  body: unknown;
  milliseconds: number;
};

type SampleData = { email: string; product: string };

const PRODUCT = 'api::product.product';

const get = (name: string, path: string, caller: Caller = 'anyone'): Call => ({
  name,
  method: 'GET',
  path,
  caller,
});

const post = (name: string, path: string, body: () => object, caller: Caller = 'anyone'): Call => ({
  name,
  method: 'POST',
  path,
  caller,
  body,
});

const page = (name: string, path: string): Call =>
  get(name, `/api/${path}?lang=es&vertical=medicina`);

const event = (): object => ({
  id: `evt_${randomBytes(8).toString('hex')}`,
  object: 'event',
  api_version: '2025-01-01',
  created: Math.floor(Date.now() / 1000),
  type: 'customer.created',
  livemode: false,
  data: { object: { id: 'cus_1', object: 'customer' } },
});

const signatureHeader = (payload: string): Record<string, string> => ({
  'stripe-signature': new Stripe('sk_test_unused').webhooks.generateTestHeaderString({
    payload,
    secret: accounts[0].webhookSecret,
  }),
});

const seller = 'origin=main&vertical=medicina';

/** Returns a call of every endpoint of the contracts. Calls that change data can be repeated. */
const contractCalls = ({ email, product }: SampleData): readonly Call[] => [
  post('register', '/api/user-endpoints/register', () => newAccount()),
  post('login', '/api/user-endpoints/login', () => ({ email, password: PASSWORD })),
  post('emailExists', '/api/login-user/exists-email-vertical', () => ({ email })),
  post('forgotPassword', '/api/user-endpoints/forgot-password', () => ({ email })),
  post('resetPassword', '/api/user-endpoints/password-reset', () => ({
    code: 'AAAAA-BBBBB-CCCCC-DDDDD',
    password: PASSWORD,
  })),
  post(
    'confirmEmail',
    '/api/user-endpoints/confirm-email',
    () => ({ code: 'aaaaabbbbbcccccddddd' }),
    'student',
  ),
  post('sendConfirmation', '/api/user-endpoints/send-confirmation', () => ({}), 'student'),
  {
    ...post('updateProfile', '/api/user-endpoints/update-profile', () => ({}), 'student'),
    method: 'PUT',
    body: () => ({ name: 'Ana' }),
  },
  post(
    'migrateUser',
    '/api/user-endpoints/migrate',
    () => ({
      email: someEmail(),
      origin: 'legacy',
      nameLastName: 'Luis Pérez',
      identificationNumber: '87654321X',
    }),
    'server',
  ),
  get('listUsers', '/api/user-endpoints/users', 'server'),
  get('listBooks', '/api/products/books'),
  get('listCourses', '/api/products/courses'),
  get('listMasters', '/api/products/masters'),
  get('listProducts', '/api/products/allProducts'),
  get('getProductBySlug', '/api/products/productBySlug/course-1/es'),
  get('getProductById', `/api/products/productById/${product}`),
  get('listReferences', '/api/references?uid=api::product.product'),
  get('getReference', `/api/references/${product}`),
  get('listRedirects', '/api/redirects'),
  get('search', '/api/search?q=curso'),
  get('listBusinessLines', '/api/business-lines'),
  get('listLanguages', '/api/languages'),
  get('getProtagonist', '/api/protagonist/nobody/es'),
  get('listChannels', '/api/channels/medicina'),
  get('getChannel', '/api/channel/none'),
  page('listSeries', 'series/getSeries'),
  get('getSeries', '/api/series/none/es'),
  get('getEpisode', '/api/episode/none'),
  get('listEpisodesBySeries', '/api/episodes/bySeries/none'),
  get('getLive', '/api/live/none'),
  get('listNextLives', '/api/lives/next?from=2026-01-01'),
  get('getSitemapIndex', '/api/sitemap.xml'),
  get('getSitemap', '/api/sitemaps/none/es'),
  get('getJsonLd', `/api/json-ld/${product}`),
  get('listMedia', `/api/media?ids=${'a'.repeat(24)}`),
  get('getPicture', '/api/pictures/nobody_0123456789.webp?w=320'),
  page('getHomePage', 'home-pages/full-populate'),
  page('getPresentialsPage', 'presentials-page/presentials'),
  page('getBooksPage', 'get-books-page'),
  page('getContentsPage', 'contents-page/getContentPage'),
  page('getCompanyPage', 'company-pages'),
  page('getChannelsPage', 'channels-page/channels'),
  page('getPlatformPage', 'platform-pages'),
  post('watchPartnerVideo', '/api/videopartner/watchVideo', () => watching),
  post('createCheckoutSession', '/api/create-checkout-session', () => purchase()),
  post('createCheckoutSubscription', '/api/create-checkout-subscription', () => subscription()),
  {
    ...post('receiveCheckoutEvent', '/api/checkout/webhook/main', event),
    headers: signatureHeader,
  },
  get('listOrders', '/api/user-endpoints/orders', 'student'),
  get('getMe', '/api/user-endpoints/me', 'student'),
  get('listEntitlements', '/api/user-endpoints/entitlements', 'student'),
  post(
    'openBillingPortal',
    '/api/user-endpoints/billing-portal',
    () => ({ order: 'nobodys', return_url: 'https://shop.example.com/' }),
    'student',
  ),
  get('getProductPrices', `/api/checkout/prices/prod_course?${seller}`),
  get('listProductPrices', `/api/checkout/prices?productPayIDs=prod_course&${seller}`),
  get('getCheckoutOutcome', `/api/checkout/session/cs_test_${'a'.repeat(58)}`),
];

/** Returns calls of Strapi's generated content API and of the panel. */
const strapiCalls = ({ product }: SampleData): readonly Call[] => [
  get('content as anyone', '/api/products'),
  get('content as a student', '/api/products', 'student'),
  get('content as a server', `/api/products/${product}?locale=es`, 'server'),
  {
    name: 'write content',
    method: 'PUT',
    path: `/api/products/${product}?locale=es`,
    caller: 'server',
    body: () => ({ data: { title: `Curso ${Date.now()}` } }),
  },
  get('own user', '/api/users/me', 'student'),
  get('own administrator', '/admin/users/me', 'editor'),
  get('list entries', `/content-manager/collection-types/${PRODUCT}?locale=es`, 'editor'),
  {
    name: 'save a draft',
    method: 'PUT',
    path: `/content-manager/collection-types/${PRODUCT}/${product}?locale=es`,
    caller: 'editor',
    body: () => ({ description: `changed ${Date.now()}` }),
  },
  post(
    'publish',
    `/content-manager/collection-types/${PRODUCT}/${product}/actions/publish?locale=es`,
    () => ({}),
    'editor',
  ),
  post('sign in to the panel', '/admin/login', () => ({
    email: 'strapi-super-admin@example.com',
    password: 'Only-for-tests-1',
  })),
];

/** Ends the login of its token, so it needs a separate caller. */
export const logoutCall = post('logout', '/api/user-endpoints/logout', () => ({}), 'student');

/** Uses a random token, so 401 is correct. In other calls a 401 means a logout. */
export const refreshCall = post('refreshLogin', '/api/user-endpoints/refresh', () => ({
  refreshToken: 'nobodys',
}));

/** Its answer ends only while the database is away. */
export const watchCallOf = (previewToken: string): Call =>
  get('watchDraft', `/api/draft-changes?${new URLSearchParams({ previewToken }).toString()}`);

/** Returns the calls that are answered without the database, in any state. */
export const callsWithoutDatabase: readonly Call[] = [
  get('getPartnerCatalog', '/api/videopartner/catalog'),
  get('documentation', '/api/openapi.json'),
  get('getVisitorAddress', '/api/visitor-address'),
];

export const callsOf = (sampleData: SampleData): readonly Call[] => [
  ...contractCalls(sampleData),
  ...strapiCalls(sampleData),
];

const codeIn = (body: unknown): string | undefined =>
  (body as { error?: { details?: { code?: string } } } | null)?.error?.details?.code;

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
};

/** Sends a request over a new connection, because the service may close an idle one. */
export const send = async (url: string, call: Call, tokens: Tokens): Promise<Answer> => {
  const startedAt = performance.now();
  const body = call.body === undefined ? null : JSON.stringify(call.body());
  const clientRequest = request(url + call.path, {
    method: call.method,
    agent: false,
    headers: {
      ...(body !== null && { 'Content-Type': 'application/json' }),
      ...(call.caller !== 'anyone' && { Authorization: `Bearer ${tokens[call.caller]}` }),
      ...call.headers?.(body ?? ''),
    },
    signal: AbortSignal.timeout(30_000),
  });
  clientRequest.end(body ?? undefined);
  const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
  const answer = parse(await text(response));
  return {
    status: response.statusCode ?? 0,
    code: codeIn(answer),
    headers: response.headers,
    body: answer,
    milliseconds: performance.now() - startedAt,
  };
};
