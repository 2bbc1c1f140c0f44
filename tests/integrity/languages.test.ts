import { signIn, type Admin } from '../support/admin';
import { startApp, stopQuietly, type App } from '../support/app';
import { ensureLanguages } from '../support/content';
import { sendBothDuring, sendDuring } from '../support/send-during';
import { loadDefaultLocale } from '#platform/strapi/default-locale';
import { getDocumentService } from '#platform/strapi/documents';

/** A locale with entries cannot be deleted. Another locale cannot become the default while it lacks entries. */

const CATEGORY = 'api::category.category';
const EPISODE = 'api::episode.episode';
const LINE = 'api::vertical.vertical';
const LIST = `/content-manager/collection-types/${CATEGORY}`;

let app: App;
let admin: Admin;

beforeAll(async () => {
  app = await startApp();
  await ensureLanguages(app);
  admin = await signIn(app);
});

afterAll(() => stopQuietly(app));

const idOf = async (code: string): Promise<number> => {
  const { body } = await admin.get('/i18n/locales');
  const all = body as unknown as { id: number; code: string }[];
  return all.find((locale) => locale.code === code)?.id ?? 0;
};

const findLocaleCodes = async (): Promise<string[]> => {
  const { body } = await admin.get('/i18n/locales');
  return (body as unknown as { code: string }[]).map(({ code }) => code).sort();
};

const createCategory = async (name: string, locale: string): Promise<string> => {
  const data = { name, slug: name.toLowerCase(), order: 1 };
  const created = await getDocumentService(app, CATEGORY).create({ data, locale });
  return created.documentId;
};

it('DELETE /i18n/locales/:id – locale with entries – returns 409 with their number, and deletes nothing', async () => {
  const documents = [await createCategory('One', 'en'), await createCategory('Two', 'en')];
  const answer = await admin.delete(`/i18n/locales/${await idOf('en')}`);
  expect(answer).toMatchObject({
    status: 409,
    body: {
      error: {
        message: expect.stringContaining('English – Category: 2') as string,
        details: { code: 'LANGUAGE_IN_USE', entries: [{ uid: CATEGORY, count: 2 }] },
      },
    },
  });
  expect(await findLocaleCodes()).toEqual(['en', 'es']);
  expect(await getDocumentService(app, CATEGORY).count({ locale: 'en' })).toBe(2);

  // Deletes the entries, which moves them to the bin.
  const body = { documentIds: documents };
  expect((await admin.post(`${LIST}/actions/bulkDelete?locale=en`, body)).status).toBe(200);
  expect((await admin.delete(`/i18n/locales/${await idOf('en')}`)).status).toBe(200);
  expect(await findLocaleCodes()).toEqual(['es']);
  const { rows } = await app.strapi.db.connection.raw<{ rows: object[] }>(
    `SELECT DISTINCT document_id AS id FROM history.events WHERE event = 'delete' AND locale = 'en'`,
  );
  expect(rows).toHaveLength(2);
});

it('DELETE and PUT /i18n/locales/:id – texts of unlocalized entries in the locale – return 409', async () => {
  await ensureLanguages(app);
  const created = await getDocumentService(app, EPISODE).create({
    data: { name: 'Uno', slug: 'uno', texts: [{ language: 'en', name: 'One' }] },
  });
  const entries = [{ uid: EPISODE, count: 1 }];
  expect(await admin.delete(`/i18n/locales/${await idOf('en')}`)).toMatchObject({
    status: 409,
    body: { error: { details: { code: 'LANGUAGE_IN_USE', entries } } },
  });
  const asDefault = { name: 'English (en)', isDefault: true };
  expect(await admin.put(`/i18n/locales/${await idOf('en')}`, asDefault)).toMatchObject({
    status: 409,
    body: {
      error: {
        message: expect.stringContaining('Episode: 1') as string,
        details: { code: 'LANGUAGE_TEXTS_BESIDE', entries },
      },
    },
  });
  expect([await findLocaleCodes(), await loadDefaultLocale(app)]).toEqual([['en', 'es'], 'es']);
  const { documentId } = created;
  await getDocumentService(app, EPISODE).update({ documentId, data: { texts: [] } });
  expect((await admin.delete(`/i18n/locales/${await idOf('en')}`)).status).toBe(200);
});

it('PUT /i18n/locales/:id – new default locale lacks entries – returns 409', async () => {
  await ensureLanguages(app);
  const documentId = await createCategory('Three', 'es');
  const makeDefault = async () =>
    admin.put(`/i18n/locales/${await idOf('en')}`, { name: 'English (en)', isDefault: true });
  expect(await makeDefault()).toMatchObject({
    status: 409,
    body: {
      error: { details: { code: 'LANGUAGE_INCOMPLETE', entries: [{ uid: CATEGORY, count: 1 }] } },
    },
  });
  expect(await loadDefaultLocale(app)).toBe('es');

  const data = { name: 'Three', slug: 'three-en', order: 1 };
  await getDocumentService(app, CATEGORY).update({ documentId, locale: 'en', data });
  expect((await makeDefault()).status).toBe(200);
  expect(await loadDefaultLocale(app)).toBe('en');
});

it('business line – default language – exists, and is not deleted', async () => {
  const lines = `/content-manager/collection-types/${LINE}`;
  const line = { name: 'Lengua', slug: 'lengua', order: 1, defaultLang: 'fr' };
  expect(await admin.post(lines, line)).toMatchObject({
    status: 404,
    body: { error: { details: { code: 'LANGUAGE_NOT_FOUND' } } },
  });
  const french = { code: 'fr', name: 'French (fr)', isDefault: false };
  expect((await admin.post('/i18n/locales', french)).status).toBe(200);
  const created = await admin.post(lines, line);
  expect(created.status).toBe(201);
  expect(await admin.delete(`/i18n/locales/${await idOf('fr')}`)).toMatchObject({
    status: 409,
    body: {
      error: { details: { code: 'LANGUAGE_IN_USE', entries: [{ uid: LINE, count: 1 }] } },
    },
  });
  const { documentId } = created.body.data as { documentId: string };
  expect((await admin.put(`${lines}/${documentId}`, { defaultLang: 'es' })).status).toBe(200);
  expect((await admin.delete(`/i18n/locales/${await idOf('fr')}`)).status).toBe(200);

  const history = `/history/entries/${LINE}/${documentId}`;
  const { events } = (await admin.get(history)).body.data as { events: { id: string }[] };
  expect(await admin.post(`${history}/restore`, { event: events.at(-1)?.id })).toMatchObject({
    status: 200,
    body: { data: { leftOut: [{ path: ['defaultLang'], reason: 'language', title: 'fr' }] } },
  });
});

it('POST a business line – without a default language – gets the default language of the site', async () => {
  expect(await loadDefaultLocale(app)).toBe('en');
  const created = await admin.post(`/content-manager/collection-types/${LINE}`, {
    ...{ name: 'Sin idioma', slug: 'sin-idioma', order: 2 },
  });
  expect(created.status).toBe(201);
  expect(created.body.data).toMatchObject({ defaultLang: 'en' });
});

describe('French, written and deleted at the same time', () => {
  const LIVE = 'api::live.live';
  const frenchTexts = [{ language: 'fr', title: 'Bonjour' }];

  const createFrench = async (): Promise<number> => {
    const french = { code: 'fr', name: 'French (fr)', isDefault: false };
    expect((await admin.post('/i18n/locales', french)).status).toBe(200);
    return idOf('fr');
  };

  it.each([
    [CATEGORY, '?locale=fr', { name: 'Tard', slug: 'tard' }, 404, 'LANGUAGE_NOT_FOUND'],
    [LINE, '', { name: 'Tard', slug: 'tard', defaultLang: 'fr' }, 404, 'LANGUAGE_NOT_FOUND'],
    [LIVE, '', { title: 'T', texts: frenchTexts }, 400, 'TRANSLATION_LANGUAGE_UNKNOWN'],
  ])(
    'POST %s – deletion of its locale is running – is refused and stores nothing',
    async (uid, query, data, status, code) => {
      await createFrench();
      const rowsBefore = await app.strapi.db.query(uid).count();
      const answer = await sendDuring(
        app,
        (transaction) => transaction('i18n_locale').where({ code: 'fr' }).delete(),
        () => admin.post(`/content-manager/collection-types/${uid}${query}`, data),
      );
      expect(answer).toMatchObject({ status, body: { error: { details: { code } } } });
      expect(await app.strapi.db.query(uid).count()).toBe(rowsBefore);
    },
  );

  it('PUT and DELETE /i18n/locales/:id – default language that is being deleted – is refused', async () => {
    const before = await loadDefaultLocale(app);
    // Entries lack a French version, so that French could not become the default.
    await app.strapi.db.query(CATEGORY).deleteMany({});
    const locale = await createFrench();
    const path = `/i18n/locales/${locale}`;
    const french = { name: 'French (fr)', isDefault: true };
    const [deletion, change] = await sendBothDuring(
      app,
      (transaction) => transaction.raw(`SELECT FROM i18n_locale WHERE code = 'fr' FOR KEY SHARE`),
      [() => admin.delete(path), () => admin.put(path, french)],
    );
    expect([deletion.status, change.status]).toEqual([200, 404]);
    expect(await loadDefaultLocale(app)).toBe(before);
    expect(await findLocaleCodes()).toContain(before);
  });

  it.each([
    [CATEGORY, 'categories', 'locale', 'locale'],
    [LINE, 'verticals', 'default_lang', 'defaultLang'],
  ])(
    'DELETE /i18n/locales/:id – an entry of %s is being stored in it – returns 409',
    async (uid, table, column, field) => {
      const locale = await createFrench();
      const data = { name: 'Corriendo', slug: 'corriendo', order: 9 };
      const { id } = await getDocumentService(app, uid).create({ data });
      // A write holds its locale before it stores the entry.
      const refused = await sendDuring(
        app,
        async (transaction) => {
          await transaction.raw(`SELECT FROM i18n_locale WHERE code = 'fr' FOR KEY SHARE`);
          await transaction(table)
            .where({ id })
            .update({ [column]: 'fr' });
        },
        () => admin.delete(`/i18n/locales/${locale}`),
      );
      expect(refused).toMatchObject({
        status: 409,
        body: { error: { details: { code: 'LANGUAGE_IN_USE', entries: [{ uid, count: 1 }] } } },
      });
      const stored = { where: { id }, data: { [field]: 'en' } };
      await app.strapi.db.query(uid).update(stored);
      expect((await admin.delete(`/i18n/locales/${locale}`)).status).toBe(200);
    },
  );
});
