import { listRedirects } from '../../src/plugins/site/redirects/contract';
import { documentsOf } from '../../src/platform/strapi/documents';
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

const some = (() => {
  let count = 0;
  return (name: string): string => `${name}-${(count += 1)}`;
})();

const addCategory = async (
  slug: string,
  locale = 'es',
  status: 'published' | 'draft' = 'published',
) =>
  (await documentsOf(app, CATEGORY).create({ locale, status, data: { name: slug, slug } }))
    .documentId;

const rename = (documentId: string, slug: string, locale = 'es') =>
  documentsOf(app, CATEGORY).update({
    documentId,
    locale,
    status: 'published',
    data: { slug },
  });

const redirects = async (query: Record<string, string> = { uid: CATEGORY }) =>
  (await read(app, listRedirects, {}, query)).data;

const from = async (slug: string): Promise<string[]> =>
  (await redirects()).filter((one) => one.from === slug).map(({ to }) => to);

describe('A slug that changed', () => {
  it('leads to the slug of today, however often that changes', async () => {
    const [first, second, third] = [some('uno'), some('dos'), some('tres')];
    const documentId = await addCategory(first);
    expect(await from(first)).toEqual([]);
    await rename(documentId, second);
    await rename(documentId, third);
    const own = (await redirects()).filter((one) => one.documentId === documentId);
    expect(own).toEqual(
      [second, first].map((slug) => ({
        uid: CATEGORY,
        documentId,
        locale: 'es',
        from: slug,
        to: third,
      })),
    );
    await rename(documentId, first);
    expect(await from(first)).toEqual([]);
    expect([await from(second), await from(third)]).toEqual([[first], [first]]);
  });

  it('leads nowhere while nothing is published, and to the new one when it is again', async () => {
    const [before, after] = [some('antes'), some('despues')];
    const documentId = await addCategory(before);
    const categories = documentsOf(app, CATEGORY);
    await categories.unpublish({ documentId, locale: 'es' });
    await categories.update({ documentId, locale: 'es', data: { slug: after } });
    expect(await from(before)).toEqual([]);
    await categories.publish({ documentId, locale: 'es' });
    expect(await from(before)).toEqual([after]);
    await categories.delete({ documentId, locale: '*' });
    expect(await from(before)).toEqual([]);
  });

  it('is another one in each language', async () => {
    const [shared, spanish] = [some('igual'), some('distinto')];
    const documentId = await addCategory(shared);
    await documentsOf(app, CATEGORY).update({
      documentId,
      locale: 'en',
      status: 'published',
      data: { name: 'Same', slug: shared },
    });
    await rename(documentId, spanish);
    const own = (await redirects()).filter((one) => one.documentId === documentId);
    expect(own).toMatchObject([{ locale: 'es', from: shared, to: spanish }]);
    const inEnglish = await redirects({ uid: CATEGORY, lang: 'en' });
    expect(inEnglish.filter((one) => one.documentId === documentId)).toEqual([]);
  });

  it('belongs to the entry that takes it', async () => {
    const [wanted, elsewhere, further] = [some('codiciado'), some('otro'), some('lejos')];
    const first = await addCategory(wanted);
    await rename(first, elsewhere);
    expect(await from(wanted)).toEqual([elsewhere]);
    const second = await addCategory(wanted);
    expect(await from(wanted)).toEqual([]);
    await rename(second, further);
    expect(await from(wanted)).toEqual([further]);
  });

  it('that was only ever a draft leads nowhere', async () => {
    const [draft, published] = [some('borrador'), some('publicado')];
    const documentId = await addCategory(draft, 'es', 'draft');
    await rename(documentId, published);
    expect(await from(draft)).toEqual([]);
  });

  it('that two entries exchange leads nowhere, for each is somebody’s', async () => {
    const [left, right] = [some('izquierda'), some('derecha')];
    await addCategory(left);
    await addCategory(right);
    await app.strapi.db.connection.raw('DROP INDEX uq_category_published_slug');
    await app.strapi.db.connection.raw(
      `UPDATE categories SET slug = CASE slug WHEN :left THEN :right ELSE :left END
       WHERE slug IN (:left, :right)`,
      { left, right },
    );
    expect([await from(left), await from(right)]).toEqual([[], []]);
  });

  it('of a transaction that is taken back leads nowhere', async () => {
    const [kept, never] = [some('sigue'), some('nunca')];
    const documentId = await addCategory(kept);
    const undone = app.strapi.db.transaction(async () => {
      await rename(documentId, never);
      throw new Error('Taken back');
    });
    await expect(undone).rejects.toThrow('Taken back');
    expect([await from(kept), await from(never)]).toEqual([[], []]);
  });
});

describe('A change of slug is noticed', () => {
  const ways: Readonly<Record<string, (documentId: string, slug: string) => Promise<unknown>>> = {
    'through the panel': async (documentId, slug) => {
      const panel = await signIn(app, 'strapi-super-admin');
      const address = `/content-manager/collection-types/${CATEGORY}/${documentId}`;
      expect((await panel.put(`${address}?locale=es`, { slug })).status).toBe(200);
      expect((await panel.post(`${address}/actions/publish?locale=es`, {})).status).toBe(200);
    },
    'through the content API': async (documentId, slug) =>
      app.request
        .put(`/api/categories/${documentId}?locale=es&status=published`)
        .set(...bearer(await createApiToken(app)))
        .send({ data: { slug } })
        .expect(200),
    'through the query engine': (documentId, slug) =>
      app.strapi.db.query(CATEGORY).updateMany({
        where: { documentId, publishedAt: { $notNull: true } },
        data: { slug },
      }),
    'by a statement of SQL': (documentId, slug) =>
      app.strapi.db.connection.raw(
        'UPDATE categories SET slug = ? WHERE document_id = ? AND published_at IS NOT NULL',
        [slug, documentId],
      ),
    'where nothing was known of the entry before': async (documentId, slug) => {
      await app.strapi.db.connection.raw('DELETE FROM redirects.slugs WHERE document_id = ?', [
        documentId,
      ]);
      await rename(documentId, slug);
    },
  };

  it.each(Object.entries(ways))('%s', async (_way, change) => {
    const [before, after] = [some('de'), some('a')];
    const documentId = await addCategory(before);
    await change(documentId, after);
    expect(await from(before)).toEqual([after]);
  });
});

describe('What is asked for by a former slug', () => {
  const publishAs = async (uid: string, slug: string, to: string) => {
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

  it.each(cases)('of %s called %s is a 404 that says where it is', async (uid, slug, path) => {
    const at = (one: string): string => `/api${path.replace(':slug', one)}`;
    const to = `${slug}-hoy`;
    await app.request.get(at(slug)).expect(200);
    await publishAs(uid, slug, to);
    const { status, body } = await app.request.get(at(slug));
    expect([status, body]).toMatchObject([404, { error: { details: { movedTo: to } } }]);
    await app.request.get(at(to)).expect(200);
  });

  it('that nothing ever had is a 404 without', async () => {
    const { body } = await app.request.get('/api/products/productBySlug/none/es').expect(404);
    const { error } = body as { error: { details: object } };
    expect(error.details).toEqual({ code: 'PRODUCT_NOT_FOUND' });
  });
});

describe('The list of redirects', () => {
  it('comes in pages', async () => {
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
