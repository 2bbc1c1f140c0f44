import type { Core } from '@strapi/types';
import { type Admin, createApiToken, signIn } from '../support/admin';
import { startApp, stopQuietly, type App } from '../support/app';
import { ensureLanguages } from '../support/content';
import { refusalIn } from './refusal';

const CATEGORY = 'api::category.category';
const PRODUCT = 'api::product.product';
const CHANNEL = 'api::channel.channel';
const VERTICAL = 'api::vertical.vertical';

type Failed = { details: { code: string }; message: string };

let app: App;
let admin: Admin;
let token: string;

const documents = (): Core.Strapi['documents'] => app.strapi.documents;

const createCategory = async (slug: string, locale = 'es') =>
  (await documents()(CATEGORY).create({ data: { name: slug, slug, order: 0 }, locale })).documentId;

const createProduct = async (slug: string, SKU: string, locale = 'es') =>
  (
    await documents()(PRODUCT).create({
      data: { title: slug, slug, SKU, order: 0, payID: 'pay' },
      locale,
    })
  ).documentId;

const outcomes = async (attempts: Promise<unknown>[]) => {
  const settled = await Promise.allSettled(attempts);
  return {
    succeeded: settled.filter(({ status }) => status === 'fulfilled').length,
    codes: settled.flatMap((result) =>
      result.status === 'rejected' ? [(result.reason as Failed).details.code] : [],
    ),
  };
};

const publishedRows = (uid: typeof CATEGORY | typeof PRODUCT, where: Record<string, unknown>) =>
  app.strapi.db.query(uid).count({ where: { ...where, publishedAt: { $notNull: true } } });

beforeAll(async () => {
  app = await startApp();
  admin = await signIn(app);
  token = await createApiToken(app);
  await ensureLanguages(app);
});

afterAll(() => stopQuietly(app));

describe('slug', () => {
  it('concurrent publications with one slug – publish exactly one document', async () => {
    const ids = await Promise.all([1, 2, 3, 4, 5].map(() => createCategory('raced')));
    const { succeeded, codes } = await outcomes(
      ids.map((documentId) => documents()(CATEGORY).publish({ documentId, locale: 'es' })),
    );
    expect(succeeded).toBe(1);
    expect(codes).toEqual(['SLUG_TAKEN', 'SLUG_TAKEN', 'SLUG_TAKEN', 'SLUG_TAKEN']);
    expect(await publishedRows(CATEGORY, { slug: 'raced' })).toBe(1);
  });

  it('same slug in another locale or a draft – is accepted', async () => {
    const [spanish, english] = await Promise.all([
      createCategory('shared', 'es'),
      createCategory('shared', 'en'),
    ]);
    await createCategory('shared', 'es');
    await documents()(CATEGORY).publish({ documentId: spanish, locale: 'es' });
    await documents()(CATEGORY).publish({ documentId: english, locale: 'en' });
    expect(await publishedRows(CATEGORY, { slug: 'shared' })).toBe(2);
  });

  it('slug of an unpublished entry – can be published again', async () => {
    const [first, second] = [await createCategory('freed'), await createCategory('freed')];
    await documents()(CATEGORY).publish({ documentId: first, locale: 'es' });
    await documents()(CATEGORY).unpublish({ documentId: first, locale: 'es' });
    await documents()(CATEGORY).publish({ documentId: second, locale: 'es' });
    expect(await publishedRows(CATEGORY, { slug: 'freed' })).toBe(1);
  });

  it('channels without a slug – are accepted', async () => {
    const row = { name: 'Sin slug', publishedAt: new Date() };
    await app.strapi.db.query(CHANNEL).create({ data: row });
    await expect(app.strapi.db.query(CHANNEL).create({ data: row })).resolves.toBeDefined();
  });

  it('POST /api/categories – used slug – returns 400 with the field and its value', async () => {
    await documents()(CATEGORY).create({
      data: { name: 'Uno', slug: 'rest-taken', order: 0 },
      locale: 'es',
      status: 'published',
    });
    const answer = await app.request
      .post('/api/categories?status=published&locale=es')
      .set('Authorization', `Bearer ${token}`)
      .set('Accept-Language', 'es')
      .send({ data: { name: 'Dos', slug: 'rest-taken', order: 0 } });
    expect(answer.status).toBe(400);
    const { name, message, details } = refusalIn(answer);
    expect({ name, details }).toEqual({
      name: 'ValidationError',
      details: {
        code: 'SLUG_TAKEN',
        errors: [{ path: ['slug'], message, name: 'ValidationError' }],
      },
    });
    expect(message).toBe('Otra entrada publicada ya tiene este slug. (rest-taken, es)');
  });

  it('panel – used slug – returns 400, and the entry remains a draft', async () => {
    const url = `/content-manager/collection-types/${CATEGORY}`;
    const send = (path: string, body: object) => admin.post(`${url}${path}?locale=es`, body);
    const data = { name: 'Uno', slug: 'admin-taken', order: 0 };
    expect((await send('/actions/publish', data)).status).toBe(200);

    const draft = await send('', { ...data, name: 'Dos' });
    expect(draft.status).toBe(201);
    const { documentId } = (draft.body as { data: { documentId: string } }).data;
    const refused = await send(`/${documentId}/actions/publish`, { ...data, name: 'Dos' });
    expect(refused.status).toBe(400);
    expect(refusalIn(refused).details.code).toBe('SLUG_TAKEN');
    expect(refusalIn(refused).details.errors?.[0]?.path).toEqual(['slug']);
    expect(await publishedRows(CATEGORY, { documentId })).toBe(0);

    expect((await send('/actions/publish', { ...data, name: 'Tres' })).status).toBe(400);
    expect(await app.strapi.db.query(CATEGORY).count({ where: { name: 'Tres' } })).toBe(0);
  });

  it('publish all locales – slug used in one locale – publishes no locale', async () => {
    await documents()(CATEGORY).create({
      data: { name: 'One', slug: 'taken-in-english', order: 0 },
      locale: 'en',
      status: 'published',
    });
    const documentId = await createCategory('free-in-spanish', 'es');
    await documents()(CATEGORY).update({
      documentId,
      locale: 'en',
      data: { name: 'Two', slug: 'taken-in-english', order: 0 } as never,
    });
    const { codes } = await outcomes([documents()(CATEGORY).publish({ documentId, locale: '*' })]);
    expect(codes).toEqual(['SLUG_TAKEN']);
    expect(await publishedRows(CATEGORY, { documentId })).toBe(0);
  });
});

describe('SKU', () => {
  it('concurrent publications with one SKU – publish exactly one product', async () => {
    const ids = await Promise.all([1, 2, 3].map((n) => createProduct(`sku-raced-${n}`, 'RACED-1')));
    const { succeeded, codes } = await outcomes(
      ids.map((documentId) => documents()(PRODUCT).publish({ documentId, locale: 'es' })),
    );
    expect(succeeded).toBe(1);
    expect(codes).toEqual(['SKU_TAKEN', 'SKU_TAKEN']);
  });
});

describe('document', () => {
  it('15 concurrent publications – create one published row', async () => {
    const documentId = await createProduct('clicked-twice', 'TWICE-1');
    const { succeeded, codes } = await outcomes(
      Array.from({ length: 15 }, () => documents()(PRODUCT).publish({ documentId, locale: 'es' })),
    );
    expect({ succeeded, codes }).toEqual({ succeeded: 15, codes: [] });
    expect(await publishedRows(PRODUCT, { documentId })).toBe(1);
  });

  it('database query – second published row – is rejected', async () => {
    const documentId = await createCategory('doubled');
    const row = { name: 'x', slug: 'doubled', documentId, locale: 'es', publishedAt: new Date() };
    await app.strapi.db.query(CATEGORY).create({ data: row });
    await expect(
      app.strapi.db.query(CATEGORY).create({ data: { ...row, slug: 'doubled-again' } }),
    ).rejects.toMatchObject({ constraint: 'uq_category_published_once' });
  });

  it('database query – second draft or second row – is rejected', async () => {
    const category = { documentId: await createCategory('first'), locale: 'es', name: 'x' };
    const draft = { ...category, slug: 'second', publishedAt: null };
    await expect(app.strapi.db.query(CATEGORY).create({ data: draft })).rejects.toMatchObject({
      constraint: 'uq_categories_draft_once',
    });
    const { documentId } = await documents()(CHANNEL).create({ data: { name: 'x' } as never });
    await expect(
      app.strapi.db.query(CHANNEL).create({ data: { name: 'y', documentId, publishedAt: null } }),
    ).rejects.toMatchObject({ constraint: 'uq_channels_draft_once' });
    const role = 'plugin::users-permissions.role';
    const [existingRole] = (await app.strapi.db.query(role).findMany({ limit: 1 })) as object[];
    await expect(
      app.strapi.db.query(role).create({ data: { ...existingRole, id: undefined } }),
    ).rejects.toMatchObject({ constraint: 'uq_up_roles_once' });
  });

  it('all actions in several locales – leave one row per version', async () => {
    const documentId = await createProduct('through', 'THROUGH-1');
    const locale = '*';
    const product = documents()(PRODUCT);
    await product.update({ documentId, locale: 'en', data: { title: 'Through' } as never });
    await product.update({
      documentId,
      locale: 'en',
      data: { slug: 'en', payID: 'p', SKU: 'E-1' },
    });
    await product.publish({ documentId, locale });
    await product.publish({ documentId, locale });
    await product.discardDraft({ documentId, locale });
    await product.clone({ documentId, locale, data: { slug: 'copy' } as never });
    await product.unpublish({ documentId, locale });
    await product.publish({ documentId, locale: 'es' });
    await product.delete({ documentId, locale: 'en' });
    const rows = await app.strapi.db.query(PRODUCT).findMany({ where: { documentId } });
    expect(rows).toHaveLength(2);
  });

  it('concurrent drafts in a new locale – create one row', async () => {
    const documentId = await createCategory('added-at-once');
    const url = `/content-manager/collection-types/${CATEGORY}/${documentId}?locale=en`;
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => admin.put(url, { name: `Name ${n}`, slug: `at-once-${n}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await app.strapi.db.query(CATEGORY).count({ where: { documentId, locale: 'en' } })).toBe(
      1,
    );
  });
});

describe('business line', () => {
  const line = (slug: string, isDefault: boolean) => ({
    data: { name: slug, slug, isDefault, defaultLang: 'es', order: 0 },
  });

  it('concurrent creations with one slug – create one', async () => {
    const { succeeded, codes } = await outcomes(
      [1, 2, 3].map(() => documents()(VERTICAL).create(line('medicine', false))),
    );
    expect({ succeeded, codes }).toEqual({ succeeded: 1, codes: ['SLUG_TAKEN', 'SLUG_TAKEN'] });
  });

  it('second default business line – returns 400', async () => {
    await documents()(VERTICAL).create(line('default', true));
    const other = await documents()(VERTICAL).create(line('other', false));
    const answer = await admin.put(
      `/content-manager/collection-types/${VERTICAL}/${other.documentId}`,
      line('other', true).data,
    );
    expect(answer.status).toBe(400);
    expect(refusalIn(answer).details).toMatchObject({
      code: 'DEFAULT_VERTICAL_TAKEN',
      errors: [{ path: ['isDefault'] }],
    });
  });
});

describe('ISBN', () => {
  const book = (ISBN: string) => ({
    title: 'Libro',
    slug: `isbn-${ISBN}`.toLowerCase(),
    SKU: `B-${ISBN}`,
    order: 0,
    payID: 'pay',
    bookDetails: {
      author: 'Ana',
      bindingFormat: 'Rústica',
      edition: '1',
      language: 'es',
      ISBN,
      synopsis: 's',
      description: 'd',
      chapterIndex: 'c',
      format: 'Physical' as const,
    },
  });
  const create = (ISBN: string, status: 'draft' | 'published') =>
    documents()(PRODUCT).create({ data: book(ISBN), locale: 'es', status });

  it('wrong check digit – is accepted in a draft and rejected when published', async () => {
    const { documentId } = await create('978-3-16-148410-1', 'draft');
    await expect(documents()(PRODUCT).publish({ documentId, locale: 'es' })).rejects.toMatchObject({
      name: 'ValidationError',
      details: { code: 'ISBN_INVALID', errors: [{ path: ['bookDetails', 'ISBN'] }] },
    });
    expect(await publishedRows(PRODUCT, { documentId })).toBe(0);
  });

  it('wrong check digit – entry created as published – is rejected', async () => {
    await expect(create('978-3-16-148410-2', 'published')).rejects.toMatchObject({
      details: { code: 'ISBN_INVALID' },
    });
    await expect(create('978-3-16-148410-0', 'published')).resolves.toBeDefined();
  });
});
