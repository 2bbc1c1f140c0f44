import { randomUUID } from 'node:crypto';
import { createApiToken, signIn, signInAs, type Admin } from '../support/admin';
import { startApp, type App } from '../support/app';
import { pictureFile } from '../support/content';
import { sheetsOf } from '../import-export/support';
import { createEndpoint } from '../webhooks/support';

/**
 * Code that holds a connection and waits for a second one can deadlock the pool. With one free connection, a single
 * request detects it.
 */

let app: App;
let admin: Admin;
let token: string;

type Client = {
  acquireConnection: () => Promise<unknown>;
  releaseConnection: (one: unknown) => Promise<void>;
};

const POOL = 3;

const client = (): Client => app.strapi.db.connection.client as Client;

let heldConnections: unknown[] = [];

beforeAll(async () => {
  app = await startApp({
    seed: true,
    env: { DATABASE_POOL_MAX: String(POOL) },
  });
  admin = await signIn(app, 'strapi-super-admin');
  token = await createApiToken(app);
});

beforeEach(async () => {
  heldConnections = [];
  while (heldConnections.length < POOL - 1)
    heldConnections.push(await client().acquireConnection());
});

const releaseConnections = async (): Promise<void> => {
  for (const one of heldConnections.splice(0)) await client().releaseConnection(one);
};

afterEach(releaseConnections);

afterAll(() => app.stop());

const EXPLORER = '/content-manager/collection-types';
const PRODUCT = `${EXPLORER}/api::product.product`;
const CATEGORY = `${EXPLORER}/api::category.category`;
const HOME = `${EXPLORER}/api::home-page.home-page`;

type Document = { documentId: string };

const findFirstId = async (
  uid: 'api::product.product' | 'api::home-page.home-page',
): Promise<string> => {
  const document = (await app.strapi
    .documents(uid)
    .findFirst({ status: 'published', locale: 'es' })) as Document | null;
  return document?.documentId ?? '';
};

describe('one free connection', () => {
  it('panel – publishes a product, a selection and a page', async () => {
    const [product, page] = [
      await findFirstId('api::product.product'),
      await findFirstId('api::home-page.home-page'),
    ];
    const answers = [
      await admin.post(`${PRODUCT}/${product}/actions/publish?locale=es`, {}),
      await admin.post(`${PRODUCT}/actions/bulkPublish?locale=es`, { documentIds: [product] }),
      await admin.post(`${HOME}/${page}/actions/publish?locale=es`, {}),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('API – changes and publishes a product in one step', async () => {
    const { status } = await app.request
      .put(`/api/products/${await findFirstId('api::product.product')}?locale=es&status=published`)
      .set('Authorization', `Bearer ${token}`)
      .send({ data: { title: 'Changed' } });
    expect(status).toBe(200);
  });

  it('panel – creates, publishes, changes, discards, clones, unpublishes, deletes and restores an entry', async () => {
    const data = { name: 'Alone', slug: 'alone', order: 99 };
    const created = await admin.post(`${CATEGORY}?locale=es`, data);
    const { documentId } = created.body.data as Document;
    const at = `${CATEGORY}/${documentId}`;
    const answers = [
      created,
      await admin.post(`${at}/actions/publish?locale=es`, {}),
      await admin.put(`${at}?locale=es`, { name: 'Changed' }),
      await admin.post(`${at}/actions/discard?locale=es`, {}),
      await admin.post(`${CATEGORY}/clone/${documentId}?locale=es`, { ...data, slug: 'copied' }),
      await admin.post(`${at}/actions/unpublish?locale=es`, {}),
      await admin.delete(`${at}?locale=es`),
    ];
    const { body } = await admin.get('/history/bin');
    const [deleted] = (body.data as { deletions: { id: string }[] }).deletions;
    answers.push(await admin.post(`/history/bin/${deleted?.id ?? ''}`, { publish: false }));
    expect(answers.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
  });

  it('panel – writes a note on a version', async () => {
    const at = `/history/entries/api::product.product/${await findFirstId('api::product.product')}`;
    const { body } = await admin.get(`${at}?locale=es`);
    const [event] = (body.data as { events: { id: string }[] }).events;
    const { status } = await admin.post(`${at}/note`, {
      locale: 'es',
      event: event?.id,
      note: 'Why',
    });
    expect(status).toBe(200);
  });

  it('POST /account/mails/:id/resend – unknown mail – returns 404', async () => {
    const { status } = await admin.post(`/account/mails/${randomUUID()}/resend`, {});
    expect(status).toBe(404);
  });

  it('panel – starts an export', async () => {
    const { status } = await admin.post('/import-export/exports', {
      uid: 'api::product.product',
      layout: 'rows',
      format: 'csv-comma',
      locales: ['es'],
    });
    expect(status).toBeLessThan(300);
  });

  it.each([
    'modified',
    'without-language:en',
    'older-translation',
    'payment-unknown',
    'finding:PRICE_ABOVE_FULL:es',
  ])('panel – starts an export of the list %s', async (question) => {
    const { status, body } = await admin.post(
      `/import-export/exports?locale=es&question=${question}`,
      { uid: 'api::product.product', layout: 'rows', format: 'csv-comma', locales: ['es'] },
    );
    expect([status, body.error]).toEqual([201, undefined]);
    const { id } = body.data as { id: string };
    expect((await admin.post(`/import-export/runs/${id}/cancel`)).status).toBe(200);
  });

  it('panel – adds a language, is refused it as the default one, and deletes it', async () => {
    const added = await admin.post('/i18n/locales', {
      ...{ code: 'it', name: 'Italiano', isDefault: false },
    });
    expect(added.status).toBe(200);
    const { id } = added.body as unknown as { id: number };
    const asDefault = { name: 'Italiano', isDefault: true };
    expect(await admin.put(`/i18n/locales/${id}`, asDefault)).toMatchObject({
      status: 409,
      body: { error: { details: { code: 'LANGUAGE_INCOMPLETE' } } },
    });
    expect((await admin.delete(`/i18n/locales/${id}`)).status).toBe(200);
  });

  it('panel – imports a file, and undoes the import', async () => {
    const sheets = sheetsOf(app, admin);
    const checked = await sheets.check(
      [
        ['slug', 'name'],
        ['imported-alone', 'Imported'],
      ],
      { uid: 'api::category.category' },
    );
    expect((await sheets.start(checked)).state).toBe('done');
    expect((await sheets.undo(checked)).state).toBe('undone');
  });

  it('panel – creates a role of a business line, its user and an API token, changes and deletes them', async () => {
    const line = (await app.strapi.documents('api::vertical.vertical').findFirst({})) as Document;
    const created = await admin.post(`/rights/lines/${line.documentId}/roles`, {});
    const { id: role } = created.body.data as { id: number };
    const { body } = await admin.get(`/admin/roles/${role}/permissions`);
    const permissions = (body.data as Record<string, unknown>[]).map(
      ({ action, subject, properties, conditions }) => ({
        ...{ action, subject, properties, conditions },
      }),
    );
    const user = await admin.post('/admin/users', {
      ...{ firstname: 'Second', email: 'second@example.com', roles: [role] },
    });
    const { id, registrationToken } = user.body.data as { id: number; registrationToken: string };
    const userInfo = { firstname: 'Second', lastname: 'User', password: 'Of-the-invited-1' };
    const apiToken = await admin.post('/admin/api-tokens', {
      ...{ name: 'Second', description: '', type: 'read-only', lifespan: null },
    });
    const { id: tokenId } = apiToken.body.data as { id: number };
    const answers = [
      ...[created, user, apiToken],
      await admin.put(`/admin/roles/${role}/permissions`, { permissions }),
      await admin.put(`/admin/users/${id}`, { firstname: 'Changed' }),
      await app.request.post('/admin/register').send({ registrationToken, userInfo }),
      await admin.delete(`/admin/users/${id}`),
      await admin.delete(`/admin/roles/${role}`),
      await admin.post(`/admin/api-tokens/${tokenId}/regenerate`, {}),
      await admin.delete(`/admin/api-tokens/${tokenId}`),
    ];
    expect(answers.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
  });

  it('panel – a user limited to a business line deletes files, and an administrator a role of students', async () => {
    const line = (await app.strapi.documents('api::vertical.vertical').findFirst({})) as Document;
    const created = await admin.post(`/rights/lines/${line.documentId}/roles`, {});
    const { id: roleOfLine } = created.body.data as { id: number };
    const role = await app.strapi.db
      .query('admin::role')
      .findOne({ where: { id: roleOfLine }, select: ['code'] });
    const limited = await signInAs(app, (role as { code: string }).code, 'Limited');
    const files = [await limited.upload(pictureFile), await limited.upload(pictureFile)];
    const students = (await app.strapi.db
      .query('plugin::users-permissions.role')
      .create({ data: { name: 'Deleted', description: 'x', type: 'deleted' } })) as { id: number };
    const answers = [
      await limited.post('/upload/actions/bulk-delete', { fileIds: files.map(({ id }) => id) }),
      await admin.delete(`/users-permissions/roles/${students.id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('panel – creates a webhook endpoint, reads and renews its secret and tests it', async () => {
    const { documentId } = await createEndpoint(admin, {
      url: 'https://www.example.com/hook',
      events: ['content.published'],
      types: ['api::product.product'],
      languages: [],
    });
    const at = `/webhooks/endpoints/${documentId}`;
    const answers = [
      await admin.get(`${at}/secret`),
      await admin.post(`${at}/secret`, {}),
      await admin.post(`${at}/test`, {}),
    ];
    for (const { status } of answers) expect(status).toBeLessThan(300);
  });
});
