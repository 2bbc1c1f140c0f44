import { openMailbox } from '../account/support/mailbox';
import { createApiToken, signIn } from '../support/admin';
import { startApp, type App } from '../support/app';
import { freePort } from '../support/ports';

let app: App;
let bearer: string;
/** The port of the mail server, which runs only in one test. */
let smtpPort: number;

beforeAll(async () => {
  smtpPort = await freePort();
  app = await startApp({
    env: {
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(smtpPort),
      EMAIL_FROM: 'School <school@example.com>',
      MAILS_PER_MINUTE: '6',
      PUBLIC_URL: 'https://cms.example.com',
      SECURITY_CONTACT: 'security@example.com, https://example.com/security',
    },
  });
  bearer = `Bearer ${await createApiToken(app)}`;
});

afterAll(() => app.stop());

const send = (route: string, body: string, type = 'application/json'): Promise<Response> => {
  const [method = '', path = ''] = route.split(' ');
  const headers = { Authorization: bearer, ...(type !== '' && { 'Content-Type': type }) };
  return fetch(`${app.url}${path}`, { method, headers, body: Buffer.from(body) });
};

const detailsOf = (body: object): { code?: string } =>
  (body as { error?: { details?: { code?: string } } }).error?.details ?? {};

const routes = [
  ...['POST /api/users', 'PUT /api/users/1', 'PUT /api/users/$in', 'POST /api/email'],
  ...['POST /admin/register', 'POST /admin/register-admin', 'POST /admin/reset-password'],
];

const bodies = [
  ...['', '{}', '[]', 'null', '"a"', '{"data":{}}', '{"email":{"a":1}}', '{"to":[],"email":[]}'],
] as const;

/** Routes of Strapi's own parts in the panel. */
const STRAPI_PANEL =
  /^\/(admin|users-permissions|content-manager|upload|i18n|email|content-releases|review-workflows)\//;

/** They end the session, move data, send mails or wait for the internet. */
const LEFT_OUT =
  /^\/email\/|logout|transfer|users\/me|sessions|license|mcp|\/strapi\/|init$|access-token/;

const MALFORMED = [
  {},
  [],
  { permissions: [null], ids: [null], documentIds: [null], 'email-templates': { a: null } },
  { permissions: [{ action: 1 }], ids: [{}], documentIds: {}, 'email-templates': 'x' },
  { constructor: 1, name: 'x' },
  { permissions: {}, ids: 'x', name: {}, roles: 'x', 'email-templates': null, settings: 'x' },
] as const;

describe('endpoints of Strapi', () => {
  it.each(routes)(
    '%s should answer a body without sense as its sender’s mistake',
    async (route) => {
      const statuses = await Promise.all(
        bodies.flatMap((body) =>
          ['application/json', 'application/xml', ''].map(async (type) => {
            const { status } = await send(route, body, type);
            return status >= 400 && status < 500 ? [] : [[status, body, type]];
          }),
        ),
      );
      expect(statuses.flat()).toEqual([]);
    },
  );

  it('routes of the panel – bodies and queries without sense – answer no internal error', async () => {
    const admin = await signIn(app);
    type Layer = { path: string; methods: string[] };
    const panelRoutes = (app.strapi.server.listRoutes() as unknown as Layer[])
      .filter(({ path }) => STRAPI_PANEL.test(path) && !LEFT_OUT.test(path) && !path.includes('('))
      .flatMap(({ path, methods }) =>
        methods.filter((method) => method !== 'HEAD').map((method) => ({ path, method })),
      );
    expect(panelRoutes.length).toBeGreaterThan(120);
    const failed: unknown[] = [];
    const ask = async (method: string, address: string, body: object | null): Promise<void> => {
      const answer = await fetch(`${app.url}${address}`, {
        method,
        redirect: 'manual',
        headers: { Authorization: `Bearer ${admin.token}`, 'Content-Type': 'application/json' },
        ...(body !== null && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (answer.status >= 500 && !text.includes('MAIL_NOT_SENT')) {
        failed.push([method, address, body, text.slice(0, 200)]);
      }
    };
    for (const { path, method } of panelRoutes) {
      const address = path
        .replace(/:model|:uid/g, 'api::category.category')
        .replace(/:\w+/g, '999999');
      const isRead = method === 'GET';
      const cases = isRead
        ? ['fields=', 'sort=x', 'filters[a]=b', 'page=x', 'populate[a]=b'].map(
            (query) => [`${address}?${query}`, null] as const,
          )
        : MALFORMED.map((body) => [address, body] as const);
      await Promise.all(cases.map(([index, body]) => ask(method, index, body)));
    }
    expect(failed).toEqual([]);
    const { status, body } = await admin.post('/admin/webhooks/999999/trigger', {});
    expect([status, detailsOf(body).code]).toEqual([400, 'INVALID_REQUEST']);
  });

  it('POST /admin/webhooks – a column that is missing in the database – is an internal error', async () => {
    const admin = await signIn(app);
    type Store = { createWebhook: (webhook: object) => Promise<object> };
    const store: Store = app.strapi.get('webhookStore');
    const failed = jest
      .spyOn(store, 'createWebhook')
      .mockRejectedValue(Object.assign(new Error('no column'), { code: '42703' }));
    const webhook = { name: 'Site', url: 'https://example.com', headers: {}, events: [] };
    const { status } = await admin.post('/admin/webhooks', webhook);
    failed.mockRestore();
    expect(status).toBe(500);
  });

  it.each(['constructor', 'toString'])('writes – field %s – answer 400', async (name) => {
    const values = { [name]: 1 };
    const routes = [
      ['POST /api/categories', { data: values }],
      ['POST /api/products', { data: { seo: [values] } }],
      // The router ignores case.
      ['POST /CONTENT-MANAGER/collection-types/api::category.category', values],
    ] as const;
    for (const [route, body] of routes) {
      const answer = await send(route, JSON.stringify(body));
      expect([route, answer.status]).toEqual([route, 400]);
      expect(detailsOf((await answer.json()) as object).code).toBe('INVALID_REQUEST');
    }
  });

  it('know no model by a name that every object has', async () => {
    for (const name of ['__proto__', '%5F_proto__', 'hasOwnProperty', 'constructor', 'nothing']) {
      for (const kind of ['content-types', 'components']) {
        const answer = await fetch(`${app.url}/api/content-type-builder/${kind}/${name}`, {
          headers: { Authorization: bearer },
        });
        expect([kind, name, answer.status]).toEqual([kind, name, 404]);
      }
    }
    const knownType = `${app.url}/api/content-type-builder/content-types/api::product.product`;
    const answer = await fetch(knownType, { headers: { Authorization: bearer } });
    expect(answer.status).toBe(200);
  });

  it('publish, unpublish, discard – type without drafts – returns TYPE_WITHOUT_DRAFTS and creates nothing', async () => {
    const admin = await signIn(app);
    const collectionPath = '/content-manager/collection-types/api::vertical.vertical';
    const singlePath = '/content-manager/single-types/api::vertical.vertical';
    const line = { name: 'Law', slug: 'law' };
    const created = await admin.post(collectionPath, line);
    const { documentId } = created.body.data as { documentId: string };
    const single = ['publish', 'unpublish', 'discard'].map((action) => `/actions/${action}`);
    const addresses = [
      ...single.map((action) => `${collectionPath}/${documentId}${action}`),
      ...['publish', 'bulkPublish', 'bulkUnpublish'].map(
        (action) => `${collectionPath}/actions/${action}`,
      ),
      ...single.map((action) => `${singlePath}${action}`),
    ];
    const answers = [];
    for (const address of addresses) {
      const anonymous = await app.request.post(address).send(line);
      const { status, body } = await admin.post(address, { ...line, documentIds: [documentId] });
      answers.push([address, anonymous.status, status, detailsOf(body).code]);
    }
    expect(answers).toEqual(addresses.map((address) => [address, 401, 400, 'TYPE_WITHOUT_DRAFTS']));
    const { body } = await admin.get(collectionPath);
    expect(body.results).toHaveLength(1);
  });

  it('POST /api/email – mail server unavailable – returns 503 with Retry-After', async () => {
    const answer = await send('POST /api/email', JSON.stringify({ to: 'a@example.com' }));
    expect(answer.status).toBe(503);
    expect(answer.headers.get('Retry-After')).toMatch(/^\d+$/);
    expect(await answer.json()).toMatchObject({ error: { details: { code: 'MAIL_NOT_SENT' } } });
  });

  it('POST /email – administrator – does not exist', async () => {
    const admin = await signIn(app);
    const { status } = await admin.post('/email', { to: 'a@example.com', subject: 'x', text: 'x' });
    expect([404, 405]).toContain(status);
  });

  it.each([
    ['another sender', { from: 'dean@example.com' }],
    ['a copy', { cc: 'b@example.com' }],
    ['a blind copy', { bcc: 'b@example.com' }],
    ['another address for replies', { replyTo: 'b@example.com' }],
    ['attachments', { attachments: [{ path: '/etc/passwd' }] }],
    ['headers', { headers: { 'X-A': 'b' } }],
    ['an envelope', { envelope: { from: 'b@example.com', to: 'b@example.com' } }],
    ['a raw message', { raw: 'From: b@example.com' }],
    ['two recipients in one text', { to: 'a@example.com, b@example.com' }],
    [
      'too many recipients',
      { to: Array.from({ length: 11 }, (_, index) => `a${index}@example.com`) },
    ],
    ['a recipient that is not an address', { to: { address: 'a@example.com' } }],
    ['a line break in an address', { to: 'a@example.com\r\nBcc: b@example.com' }],
    ['a line break in the subject', { subject: 'x\r\nBcc: b@example.com' }],
    ['HTML that is not text', { html: { path: '/etc/passwd' } }],
  ])('POST /api/email – %s – returns 400', async (_what, change) => {
    const email = { to: 'a@example.com', subject: 'x', text: 'x', ...change };
    const answer = await send('POST /api/email', JSON.stringify(email));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { details: { code: 'INVALID_REQUEST' } } });
  });

  it('POST /email/test – malformed, without permission or too frequent – returns 400, 403 or 429', async () => {
    const [admin, author] = [await signIn(app), await signIn(app, 'strapi-author')];
    const test = (to: unknown, by = admin) => by.post('/email/test', { to });
    expect((await test('a@example.com', author)).status).toBe(403);
    const malformed = ['a@example.com, b@example.com', { a: 1 }, ['a@example.com'], '', undefined];
    for (const to of malformed) {
      const { status, body } = await test(to);
      expect([to, status, detailsOf(body).code]).toEqual([to, 400, 'INVALID_REQUEST']);
    }
    for (let time = 0; time < 10; time += 1) {
      const { status, body } = await test('a@example.com');
      expect([status, detailsOf(body).code]).toEqual([503, 'MAIL_NOT_SENT']);
    }
    for (const { status, headers, body } of [
      await test('a@example.com'),
      await admin.post('/email/verify'),
    ]) {
      expect([status, detailsOf(body).code]).toEqual([429, 'TOO_MANY_REQUESTS']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  it('POST /api/email – valid – is sent from the configured address, up to the limit of the token', async () => {
    const mailbox = await openMailbox({ port: smtpPort });
    try {
      const token = `Bearer ${await createApiToken(app, 'mails')}`;
      const post = (body: object): Promise<Response> =>
        fetch(`${app.url}/api/email`, {
          method: 'POST',
          headers: { Authorization: token, 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        });
      const email = { to: ['a@example.com', 'b@example.com'], subject: 'Hello', html: '<b>x</b>' };
      const statuses = [];
      for (let time = 0; time < 7; time += 1) statuses.push((await post(email)).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
      const [letter] = await mailbox.to('b@example.com');
      expect(letter).toMatchObject({
        from: { name: 'School', address: 'school@example.com' },
        subject: 'Hello',
        recipients: email.to,
      });
    } finally {
      await mailbox.close();
    }
  });

  it('GET /.well-known/security.txt – SECURITY_CONTACT is set – lists the contacts and an expiry date', async () => {
    const answer = await fetch(`${app.url}/.well-known/security.txt`);
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([
      200,
      'text/plain; charset=utf-8',
    ]);
    const text = await answer.text();
    expect(text).toMatch(
      /^Contact: mailto:security@example\.com\nContact: https:\/\/example\.com\/security\nExpires: /,
    );
    expect(text).toContain('Canonical: https://cms.example.com/.well-known/security.txt\n');
    const [, expires = ''] = /^Expires: (.+)$/m.exec(text) ?? [];
    expect(Date.parse(expires)).toBeGreaterThan(Date.now());
  });

  it('GET /.well-known/change-password – redirects to the profile in the panel', async () => {
    const at = (name: string) => fetch(`${app.url}/.well-known/${name}`, { redirect: 'manual' });
    const answer = await at('change-password');
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/admin/me']);
    // Browsers trust the redirect only if missing addresses do not return 200.
    const missing = await at('resource-that-should-not-exist-whose-status-code-should-not-be-200');
    expect(missing.status).toBe(404);
  });
});
