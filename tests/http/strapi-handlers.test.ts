import { createApiToken, signIn } from '../support/admin';
import { startApp, type App } from '../support/app';
import { freePort } from '../support/process';

let app: App;
let bearer: string;

beforeAll(async () => {
  app = await startApp({ env: { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(await freePort()) } });
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

describe('what Strapi brings along', () => {
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

  it('should know no model by a name that every object has', async () => {
    for (const name of ['__proto__', '%5F_proto__', 'hasOwnProperty', 'constructor', 'nothing']) {
      for (const what of ['content-types', 'components']) {
        const answer = await fetch(`${app.url}/api/content-type-builder/${what}/${name}`, {
          headers: { Authorization: bearer },
        });
        expect([what, name, answer.status]).toEqual([what, name, 404]);
      }
    }
    const known = `${app.url}/api/content-type-builder/content-types/api::product.product`;
    const answer = await fetch(known, { headers: { Authorization: bearer } });
    expect(answer.status).toBe(200);
  });

  it('should refuse to publish what has no drafts, and to take it back, and say so', async () => {
    const admin = await signIn(app);
    const many = '/content-manager/collection-types/api::vertical.vertical';
    const one = '/content-manager/single-types/api::vertical.vertical';
    const line = { name: 'Law', slug: 'law' };
    const created = await admin.post(many, line);
    const { documentId } = created.body.data as { documentId: string };
    const single = ['publish', 'unpublish', 'discard'].map((action) => `/actions/${action}`);
    const addresses = [
      ...single.map((action) => `${many}/${documentId}${action}`),
      ...['publish', 'bulkPublish', 'bulkUnpublish'].map((action) => `${many}/actions/${action}`),
      ...single.map((action) => `${one}${action}`),
    ];
    const answers = [];
    for (const address of addresses) {
      const stranger = await app.request.post(address).send(line);
      const { status, body } = await admin.post(address, { ...line, documentIds: [documentId] });
      answers.push([address, stranger.status, status, detailsOf(body).code]);
    }
    expect(answers).toEqual(addresses.map((address) => [address, 401, 400, 'TYPE_WITHOUT_DRAFTS']));
    const { body } = await admin.get(many);
    expect(body.results).toHaveLength(1);
  });

  it('should say that the mail server is away, and when to come again', async () => {
    const answer = await send('POST /api/email', JSON.stringify({ to: 'a@example.com' }));
    expect(answer.status).toBe(503);
    expect(answer.headers.get('Retry-After')).toMatch(/^\d+$/);
    expect(await answer.json()).toMatchObject({ error: { details: { code: 'MAIL_NOT_SENT' } } });
  });
});
