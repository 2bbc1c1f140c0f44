import { listRedirects } from '#plugins/site/redirects/contract';
import { getDocumentService } from '#platform/strapi/documents';
import { read } from '../delivery/call';
import { bearer } from '../account/support/accounts';
import { createApiToken, signIn } from '../support/admin';
import { startApp, stopQuietly, type App } from '../support/app';
import { ensureLanguages } from '../support/content';

const CATEGORY = 'api::category.category';
const PRODUCT = 'api::product.product';
const CHANNEL = 'api::channel.channel';

let app: App;

beforeAll(async () => {
  app = await startApp({ seed: true });
  await ensureLanguages(app);
});

afterAll(() => stopQuietly(app));

const unique = (() => {
  let count = 0;
  return (name: string): string => `${name}-${(count += 1)}`;
})();

const addCategory = async (
  slug: string,
  locale = 'es',
  status: 'published' | 'draft' = 'published',
) =>
  (await getDocumentService(app, CATEGORY).create({ locale, status, data: { name: slug, slug } }))
    .documentId;

const rename = (documentId: string, slug: string, locale = 'es') =>
  getDocumentService(app, CATEGORY).update({
    documentId,
    locale,
    status: 'published',
    data: { slug },
  });

const redirects = async (query: Record<string, string> = { uid: CATEGORY }) =>
  (await read(app, listRedirects, {}, query)).data;

const findTargets = async (slug: string): Promise<string[]> =>
  (await redirects()).filter((redirect) => redirect.from === slug).map(({ to }) => to);

describe('changed slug', () => {
  it('several changes – all former slugs redirect to the current one', async () => {
    const [first, second, third] = [unique('uno'), unique('dos'), unique('tres')];
    const documentId = await addCategory(first);
    expect(await findTargets(first)).toEqual([]);
    await rename(documentId, second);
    await rename(documentId, third);
    const ofDocument = (await redirects()).filter((redirect) => redirect.documentId === documentId);
    expect(ofDocument).toEqual(
      [second, first].map((slug) => ({
        uid: CATEGORY,
        documentId,
        locale: 'es',
        from: slug,
        to: third,
      })),
    );
    await rename(documentId, first);
    expect(await findTargets(first)).toEqual([]);
    expect([await findTargets(second), await findTargets(third)]).toEqual([[first], [first]]);
  });

  it('unpublished entry – has no redirect until it is published with the new slug', async () => {
    const [before, after] = [unique('antes'), unique('despues')];
    const documentId = await addCategory(before);
    const categories = getDocumentService(app, CATEGORY);
    await categories.unpublish({ documentId, locale: 'es' });
    await categories.update({ documentId, locale: 'es', data: { slug: after } });
    expect(await findTargets(before)).toEqual([]);
    await categories.publish({ documentId, locale: 'es' });
    expect(await findTargets(before)).toEqual([after]);
    await categories.delete({ documentId, locale: '*' });
    expect(await findTargets(before)).toEqual([]);
  });

  it('each locale – has separate redirects', async () => {
    const [shared, spanish] = [unique('igual'), unique('distinto')];
    const documentId = await addCategory(shared);
    await getDocumentService(app, CATEGORY).update({
      documentId,
      locale: 'en',
      status: 'published',
      data: { name: 'Same', slug: shared },
    });
    await rename(documentId, spanish);
    const ofDocument = (await redirects()).filter((redirect) => redirect.documentId === documentId);
    expect(ofDocument).toMatchObject([{ locale: 'es', from: shared, to: spanish }]);
    const inEnglish = await redirects({ uid: CATEGORY, lang: 'en' });
    expect(inEnglish.filter((item) => item.documentId === documentId)).toEqual([]);
  });

  it('former slug that another entry uses – has no redirect until that entry changes it', async () => {
    const [contested, elsewhere, newSlug] = [unique('codiciado'), unique('otro'), unique('lejos')];
    const first = await addCategory(contested);
    await rename(first, elsewhere);
    expect(await findTargets(contested)).toEqual([elsewhere]);
    const second = await addCategory(contested);
    expect(await findTargets(contested)).toEqual([]);
    await rename(second, newSlug);
    expect(await findTargets(contested)).toEqual([newSlug]);
  });

  it('slug of a draft – has no redirect', async () => {
    const [draft, published] = [unique('borrador'), unique('publicado')];
    const documentId = await addCategory(draft, 'es', 'draft');
    await rename(documentId, published);
    expect(await findTargets(draft)).toEqual([]);
  });

  it('slugs swapped by two entries – have no redirects', async () => {
    const [left, right] = [unique('izquierda'), unique('derecha')];
    await addCategory(left);
    await addCategory(right);
    await app.strapi.db.connection.raw('DROP INDEX uq_category_published_slug');
    await app.strapi.db.connection.raw(
      `UPDATE categories SET slug = CASE slug WHEN :left THEN :right ELSE :left END
       WHERE slug IN (:left, :right)`,
      { left, right },
    );
    expect([await findTargets(left), await findTargets(right)]).toEqual([[], []]);
  });

  it('rolled back change – has no redirect', async () => {
    const [unchanged, uncommitted] = [unique('sigue'), unique('nunca')];
    const documentId = await addCategory(unchanged);
    const rolledBack = app.strapi.db.transaction(async () => {
      await rename(documentId, uncommitted);
      throw new Error('Taken back');
    });
    await expect(rolledBack).rejects.toThrow('Taken back');
    expect([await findTargets(unchanged), await findTargets(uncommitted)]).toEqual([[], []]);
  });
});

describe('change of a slug – is recorded', () => {
  const writers: Readonly<Record<string, (documentId: string, slug: string) => Promise<unknown>>> =
    {
      'by the panel': async (documentId, slug) => {
        const panel = await signIn(app, 'strapi-super-admin');
        const address = `/content-manager/collection-types/${CATEGORY}/${documentId}`;
        expect((await panel.put(`${address}?locale=es`, { slug })).status).toBe(200);
        expect((await panel.post(`${address}/actions/publish?locale=es`, {})).status).toBe(200);
      },
      'by the content API': async (documentId, slug) =>
        app.request
          .put(`/api/categories/${documentId}?locale=es&status=published`)
          .set(...bearer(await createApiToken(app)))
          .send({ data: { slug } })
          .expect(200),
      'by the query engine': (documentId, slug) =>
        app.strapi.db.query(CATEGORY).updateMany({
          where: { documentId, publishedAt: { $notNull: true } },
          data: { slug },
        }),
      'by an SQL statement': (documentId, slug) =>
        app.strapi.db.connection.raw(
          'UPDATE categories SET slug = ? WHERE document_id = ? AND published_at IS NOT NULL',
          [slug, documentId],
        ),
      'without an earlier record of the entry': async (documentId, slug) => {
        await app.strapi.db.connection.raw('DELETE FROM redirects.slugs WHERE document_id = ?', [
          documentId,
        ]);
        await rename(documentId, slug);
      },
    };

  it.each(Object.entries(writers))('%s', async (_way, change) => {
    const [before, after] = [unique('de'), unique('a')];
    const documentId = await addCategory(before);
    await change(documentId, after);
    expect(await findTargets(before)).toEqual([after]);
  });
});

describe('request with a former slug', () => {
  const changeSlug = async (uid: string, slug: string, to: string) => {
    const { count } = await app.strapi.db.query(uid).updateMany({
      where: {
        slug,
        publishedAt: { $notNull: true },
        ...(uid === CHANNEL ? {} : { locale: 'es' }),
      },
      data: { slug: to },
    });
    expect(count).toBe(1);
  };

  const cases = [
    [PRODUCT, 'atlas-de-ecografia-clinica', '/products/productBySlug/:slug/es'],
    ['api::protagonist.protagonist', 'elena-ruiz-santamaria', '/protagonist/:slug/es'],
    [CHANNEL, 'universidad-de-valdemora', '/channel/:slug'],
    ['api::series.series', 'a-corazon-abierto', '/episodes/bySeries/:slug?lang=es'],
    ['api::series.series', 'conversaciones-dificiles', '/episodes/bySeries/:slug'],
  ] as const;

  it.each(cases)('%s %s – returns 404 with the current slug', async (uid, slug, path) => {
    const pathOf = (item: string): string => `/api${path.replace(':slug', item)}`;
    const to = `${slug}-hoy`;
    await app.request.get(pathOf(slug)).expect(200);
    await changeSlug(uid, slug, to);
    const { status, body } = await app.request.get(pathOf(slug));
    expect([status, body]).toMatchObject([404, { error: { details: { movedTo: to } } }]);
    await app.request.get(pathOf(to)).expect(200);
  });

  it('unknown slug – returns 404 without a redirect', async () => {
    const { body } = await app.request.get('/api/products/productBySlug/none/es').expect(404);
    const { error } = body as { error: { details: object } };
    expect(error.details).toEqual({ code: 'PRODUCT_NOT_FOUND' });
  });
});

describe('GET /api/redirects', () => {
  it('page and pageSize – return pages of the whole list', async () => {
    const all = await redirects({});
    expect(all.length).toBeGreaterThan(5);
    const { data, meta } = await read(app, listRedirects, {}, { page: 2, pageSize: 3 });
    expect(data).toEqual(all.slice(3, 6));
    expect(meta?.pagination).toMatchObject({ page: 2, pageSize: 3, total: all.length });
    const last = await read(app, listRedirects, {}, { page: 1_000_000, pageSize: 100 });
    expect([last.data, last.meta?.pagination.total]).toEqual([[], all.length]);
    const spanish = await read(app, listRedirects, {}, { lang: 'es', page: 1, pageSize: 2 });
    const allSpanish = await redirects({ lang: 'es' });
    expect(spanish.data).toEqual(allSpanish.slice(0, 2));
    expect(spanish.meta?.pagination.total).toBe(allSpanish.length);
  });
});
