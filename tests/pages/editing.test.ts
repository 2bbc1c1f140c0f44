import { getDocumentService } from '#platform/strapi/documents';
import { type Admin, signIn } from '../support/admin';
import { startApp, type App } from '../support/app';
import { addPicture, ensureLanguages } from '../support/content';

let app: App;
let admin: Admin;
let vertical: string;
let other: string;

const HOME = 'api::home-page.home-page';
const BOOKS = 'api::books-page.books-page';
const PLATFORM = 'api::platform-page.platform-page';

const documents = (uid: string) => getDocumentService(app, uid);

const createLine = async (slug: string): Promise<string> =>
  (await documents('api::vertical.vertical').create({ data: { name: slug, slug } })).documentId;

beforeAll(async () => {
  app = await startApp();
  await ensureLanguages(app);
  vertical = await createLine('medicina');
  other = await createLine('psicologia');
  admin = await signIn(app);
});

afterAll(() => app.stop());

type Refusal = { error: { message: string; details: { code: string; documentId: string } } };

describe('second page of a type for one business line', () => {
  const save = (text: string) =>
    admin.post(`/content-manager/collection-types/${PLATFORM}?locale=es`, {
      middleTitle: text,
      vertical: { connect: [{ documentId: vertical }], disconnect: [] },
    });

  it('four concurrent pages – one is created, the others return 409 with its documentId', async () => {
    const answers = await Promise.all(['one', 'two', 'three', 'four'].map((text) => save(text)));
    const created = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 409);
    expect([created.length, refused.length]).toEqual([1, 3]);
    const { documentId } = (created[0]?.body as { data: { documentId: string } }).data;
    for (const { body } of refused) {
      const { error } = body as Refusal;
      expect(error.details).toMatchObject({ code: 'PAGE_EXISTS', documentId });
      expect(error.message).toContain(documentId);
    }
    expect(await documents(PLATFORM).count({ locale: 'es' })).toBe(1);
  });

  it('error – is in the caller’s language', async () => {
    const { body } = await app.request
      .post(`/content-manager/collection-types/${PLATFORM}?locale=es`)
      .set('Authorization', `Bearer ${admin.token}`)
      .set('Accept-Language', 'es')
      .send({ middleTitle: 'cinco', vertical: { connect: [{ documentId: vertical }] } })
      .expect(409);
    expect((body as Refusal).error.message).toMatch(/^Esta línea de negocio ya tiene/);
  });

  it('another locale – is refused for another page, and accepted for the existing page', async () => {
    const [first] = await documents(PLATFORM).findMany({ locale: 'es' });
    const data = { middleTitle: 'x', vertical };
    await expect(documents(PLATFORM).create({ locale: 'en', data })).rejects.toThrow(
      /already has a page/,
    );
    const version = { documentId: first?.documentId ?? '', locale: 'en', data };
    await expect(documents(PLATFORM).update(version)).resolves.toMatchObject({ locale: 'en' });
  });

  it('database – refuses a second page', async () => {
    const { ids } = await app.strapi.db
      .query(PLATFORM)
      .createMany({ data: [{ documentId: 'elsewhere', locale: 'es' }] });
    const knex = app.strapi.db.connection;
    const link = await knex('verticals').where({ slug: 'medicina' }).first('id as vertical_id');
    await expect(
      knex('platform_pages_vertical_lnk').insert({ ...link, platform_page_id: ids[0] }),
    ).rejects.toMatchObject({ code: '23505', constraint: 'one_page_per_vertical' });
  });
});

describe('business line of a page', () => {
  let lines: { documentId: string; slug: string }[];

  const versions = async (documentId: string) => {
    const query = {
      where: { documentId },
      populate: { vertical: { select: ['slug'] } },
      orderBy: ['locale', 'publishedAt'],
    };
    const rows = (await app.strapi.db.query(BOOKS).findMany(query)) as {
      locale: string;
      publishedAt: string | null;
      vertical: { slug: string } | null;
    }[];
    return rows.map(({ locale, publishedAt, vertical: pageLine }) =>
      [locale, publishedAt === null ? 'draft' : 'published', pageLine?.slug ?? null].join(' '),
    );
  };

  const save = (documentId: string, locale: string, to: string | null, language = 'en') =>
    app.request
      .put(`/content-manager/collection-types/${BOOKS}/${documentId}?locale=${locale}`)
      .set('Authorization', `Bearer ${admin.token}`)
      .set('Accept-Language', language)
      .send({
        seo: { author: 'x' },
        vertical: { connect: to === null ? [] : [{ documentId: to }] },
      });

  beforeEach(async () => {
    const slugs = [1, 2].map((at) => `line-${at}-${Math.random().toString(36).slice(2)}`);
    lines = await Promise.all(
      slugs.map(async (slug) => ({ slug, documentId: await createLine(slug) })),
    );
  });

  const createPage = async (): Promise<string> => {
    const { body } = await admin.post(`/content-manager/collection-types/${BOOKS}?locale=es`, {
      seo: { author: 'x' },
      vertical: { connect: [{ documentId: lines[0]?.documentId }] },
    });
    return (body as { data: { documentId: string } }).data.documentId;
  };

  it('change in one locale – applies to all locales', async () => {
    const documentId = await createPage();
    await save(documentId, 'en', null).expect(200);
    expect(await versions(documentId)).toEqual([
      `en draft ${lines[0]?.slug}`,
      `es draft ${lines[0]?.slug}`,
    ]);
    await save(documentId, 'en', String(lines[1]?.documentId)).expect(200);
    expect(await versions(documentId)).toEqual([
      `en draft ${lines[1]?.slug}`,
      `es draft ${lines[1]?.slug}`,
    ]);
    await expect(createPage()).resolves.not.toBe(documentId);
  });

  it('concurrent saves of several locales – leave one business line', async () => {
    const documentId = await createPage();
    await save(documentId, 'en', null).expect(200);
    const answers = await Promise.all(
      ['es', 'en', 'es', 'en'].map((locale, index) =>
        save(documentId, locale, String(lines[index % 2]?.documentId)),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const pageLine = (await versions(documentId)).map((text) => text.split(' ').at(-1));
    expect(new Set(pageLine).size).toBe(1);
  });

  it('published in another locale – returns 409 with a remedy and changes nothing', async () => {
    const documentId = await createPage();
    await save(documentId, 'en', null).expect(200);
    const target = { documentId, locale: 'en' };
    await documents(BOOKS).publish(target);
    const before = await versions(documentId);
    const { status, body } = await save(documentId, 'es', String(lines[1]?.documentId), 'es');
    const { error } = body as Refusal;
    expect([status, error.details.code]).toEqual([409, 'PAGE_PUBLISHED_ELSEWHERE']);
    expect(error.message).toMatch(/^Esta página está publicada .*Despublícala/);
    expect(error.message).toContain(lines[0]?.slug);
    expect(await versions(documentId)).toEqual(before);

    await documents(BOOKS).unpublish(target);
    await save(documentId, 'es', String(lines[1]?.documentId)).expect(200);
    expect(await versions(documentId)).toEqual([
      `en draft ${lines[1]?.slug}`,
      `es draft ${lines[1]?.slug}`,
    ]);
  });

  it('database – refuses a second business line for a page', async () => {
    const documentId = await createPage();
    const { ids } = await app.strapi.db
      .query(BOOKS)
      .createMany({ data: [{ documentId, locale: 'en' }] });
    const knex = app.strapi.db.connection;
    const otherLine = await knex('verticals')
      .where({ slug: lines[1]?.slug })
      .first('id as vertical_id');
    await expect(
      knex('books_pages_vertical_lnk').insert({ ...otherLine, books_page_id: ids[0] }),
    ).rejects.toMatchObject({ code: '23505', constraint: 'one_vertical_per_page' });
  });
});

describe('publish a page', () => {
  it('unpublished entry in it – returns 400 with its title and publishes nothing', async () => {
    const { documentId: product } = await documents('api::product.product').create({
      locale: 'es',
      data: { title: 'Por venir', slug: 'por-venir', SKU: 'POR-VENIR', payID: 'p' },
    });
    const { documentId } = await documents(HOME).create({
      locale: 'es',
      data: {
        vertical,
        seo: { author: 'x' },
        tendencies: [{ __component: 'home.product-home', product }],
      },
    });
    const publish = () =>
      admin.post(
        `/content-manager/collection-types/${HOME}/${documentId}/actions/publish?locale=es`,
        {},
      );
    const { status, body } = await publish();
    const { error } = body as Refusal;
    expect([status, error.details.code]).toEqual([400, 'UNPUBLISHED_ENTRIES']);
    expect(error.message).toContain('Por venir');

    const { body: spanish } = await app.request
      .post(`/content-manager/collection-types/${HOME}/${documentId}/actions/publish?locale=es`)
      .set('Authorization', `Bearer ${admin.token}`)
      .set('Accept-Language', 'es')
      .send({})
      .expect(400);
    expect((spanish as Refusal).error).toMatchObject({
      message: expect.stringMatching(/^Esta página muestra .*“Por venir”/) as unknown,
      details: {
        errors: [{ message: '“Por venir” no está publicada en este idioma.' }],
      },
    });
    await app.request.get('/api/home-pages/full-populate?lang=es&vertical=medicina').expect(404);

    await documents('api::product.product').publish({ documentId: product, locale: 'es' });
    expect((await publish()).status).toBe(200);
    await app.request.get('/api/home-pages/full-populate?lang=es&vertical=medicina').expect(200);
  });

  it('POST /usage/entries – entry on a page – returns the page', async () => {
    const [product] = await documents('api::product.product').findMany({ locale: 'es' });
    const { body } = await admin.post('/usage/entries/api::product.product', {
      documentIds: [product?.documentId],
      locales: ['es'],
      removal: 'unpublish',
    });
    expect((body.data as { uses: unknown }[])[0]?.uses).toContainEqual(
      expect.objectContaining({ uid: HOME, locale: 'es', lines: ['medicina'], isPublished: true }),
    );
  });
});

describe('POST /pages/copy', () => {
  const copy = (uid: string, documentId: string, to: object) =>
    admin.post(`/pages/copy/${uid}/${documentId}`, { from: { locale: 'es' }, to });

  it('copies content to another business line and locale, and lists entries without a translation', async () => {
    const picture = await addPicture(app);
    const createPage = async (slug: string): Promise<string> =>
      (
        await documents('api::product.product').create({
          locale: 'es',
          data: { title: slug, slug, SKU: slug.toUpperCase(), payID: slug },
        })
      ).documentId;
    const [both, spanish] = [await createPage('ambos'), await createPage('solo-es')];
    await documents('api::product.product').update({
      documentId: both,
      locale: 'en',
      data: { title: 'both', slug: 'both', SKU: 'AMBOS', payID: 'ambos' },
    });
    const [source] = await documents(HOME).findMany({ locale: 'es' });
    const documentId = source?.documentId ?? '';
    await documents(HOME).update({
      documentId,
      locale: 'es',
      data: {
        imagenPlan: [picture],
        planTypes: [{ title: 'Plan', description: 'Todo incluido' }],
        tendencies: [
          { __component: 'home.product-home', product: spanish },
          { __component: 'home.product-home', product: both },
        ],
      },
    });

    const { status, body } = await copy(HOME, documentId, { locale: 'en', vertical: other });
    const { data } = body as {
      data: { documentId: string; unmapped: { documentId: string; title: string }[] };
    };
    expect(status).toBe(200);
    expect(data.unmapped).toEqual([
      expect.objectContaining({ documentId: spanish, title: 'solo-es' }),
    ]);
    const copied = (await documents(HOME).findOne({
      documentId: data.documentId,
      locale: 'en',
      populate: {
        vertical: true,
        updatedBy: true,
        planTypes: true,
        imagenPlan: true,
        tendencies: {
          on: { 'home.product-home': { populate: { product: { fields: ['title', 'locale'] } } } },
        },
      },
    })) as unknown as Record<string, unknown>;
    expect(copied).toMatchObject({
      locale: 'en',
      publishedAt: null,
      vertical: { slug: 'psicologia' },
      updatedBy: { firstname: 'Test' },
      planTypes: [{ title: 'Plan' }],
      imagenPlan: [{ id: picture }],
      tendencies: [{ product: null }, { product: { title: 'both', locale: 'en' } }],
    });
    expect(data.documentId).not.toBe(documentId);

    const again = await copy(HOME, documentId, { locale: 'en', vertical: other });
    expect([again.status, (again.body as Refusal).error.details]).toMatchObject([
      409,
      { code: 'COPY_EXISTS', documentId: data.documentId },
    ]);
  });

  it('another type than a page – returns 400; anonymous – returns 401', async () => {
    const to = { locale: 'en', vertical: other };
    const [product] = await documents('api::product.product').findMany({ locale: 'es' });
    expect((await copy('api::product.product', product?.documentId ?? '', to)).status).toBe(400);
    await app.request.post(`/pages/copy/${HOME}/x`).send({}).expect(401);
  });
});
