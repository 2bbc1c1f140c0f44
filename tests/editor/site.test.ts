import type { Overview, PageVersion } from '#plugins/quality/site-overview/overview';
import { getDocumentService } from '#platform/strapi/documents';
import { type Admin, signIn, signInFirst } from '../support/admin';
import { type App, startApp } from '../support/app';
import { ensureLanguages } from '../support/content';
import { countRequestQueries } from '../support/queries';

const HOME = 'api::home-page.home-page';
const SEO = { author: 'Us' };
const CATEGORY = 'api::category.category';

let app: App;
let admin: Admin;
let line: string;

const overviewFor = async (who: Admin): Promise<Overview> => {
  const { status, body } = await who.get('/site-overview/overview');
  expect(status).toBe(200);
  return body.data as Overview;
};

const readHomes = async (): Promise<readonly PageVersion[]> =>
  (await overviewFor(admin)).pages.find(({ uid }) => uid === HOME)?.versions ?? [];

const countCategories = async () =>
  (await overviewFor(admin)).types.find(({ uid }) => uid === CATEGORY)?.languages;

beforeAll(async () => {
  app = await startApp();
  await ensureLanguages(app);
  admin = await signInFirst(app);
  const { documentId } = await getDocumentService(app, 'api::vertical.vertical').create({
    data: { name: 'Medicina', slug: 'medicina' },
  });
  line = documentId;
});

afterAll(() => app.stop());

describe('The overview of a site', () => {
  it('lists each page type, also without pages', async () => {
    const { lines, languages, pages } = await overviewFor(admin);
    expect(lines).toEqual([{ documentId: line, slug: 'medicina', name: 'Medicina' }]);
    expect(languages.map(({ code }) => code)).toEqual(['es', 'en']);
    expect(pages).toHaveLength(7);
    for (const { versions, mayCreate } of pages) {
      expect([versions, mayCreate]).toEqual([[], true]);
    }
  });

  it('runs as many SQL statements for many entries as for few', async () => {
    const countStatements = (): Promise<number> =>
      countRequestQueries(app, () => overviewFor(admin));
    const create = async (name: string): Promise<void> => {
      await getDocumentService(app, CATEGORY).create({ locale: 'es', data: { name, slug: name } });
    };
    await create('one');
    await countStatements();
    const few = await countStatements();
    for (let at = 0; at < 30; at += 1) await create(`many-${at}`);
    expect(await countStatements()).toBe(few);
    for (const { documentId } of await getDocumentService(app, CATEGORY).findMany({
      locale: 'es',
    })) {
      await getDocumentService(app, CATEGORY).delete({ documentId, locale: '*' });
    }
  });

  it('shows a page as draft, published and modified, with its last editor', async () => {
    const saved = await admin.post(`/content-manager/collection-types/${HOME}?locale=es`, {
      vertical: { connect: [{ documentId: line }], disconnect: [] },
      seo: SEO,
    });
    const { documentId } = saved.body.data as { documentId: string };
    const [draft] = await readHomes();
    expect(draft).toMatchObject({ documentId, line: 'medicina', locale: 'es', state: 'draft' });
    expect(draft?.updatedBy).toEqual(expect.any(String));
    expect(Date.parse(draft?.updatedAt ?? '')).not.toBeNaN();

    const pages = getDocumentService(app, HOME);
    await pages.publish({ documentId, locale: 'es' });
    expect(await readHomes()).toMatchObject([{ locale: 'es', state: 'published' }]);
    await pages.update({ documentId, locale: 'es', data: { seo: { ...SEO, title: 'Other' } } });
    await pages.update({ documentId, locale: 'en', data: { vertical: line, seo: SEO } });
    const states = (await readHomes()).map(({ locale, state }) => `${locale} ${state}`);
    expect(states.sort()).toEqual(['en draft', 'es modified']);
  });

  it('counts entries by locale and state, and entries missing in a locale', async () => {
    const documents = getDocumentService(app, CATEGORY);
    const add = async (name: string) =>
      (await documents.create({ locale: 'es', data: { name, slug: name } })).documentId;
    const [one, two] = [await add('cardiologia'), await add('urgencias')];
    await add('neurologia');
    await documents.publish({ documentId: one, locale: 'es' });
    await documents.publish({ documentId: two, locale: 'es' });
    await documents.update({
      documentId: two,
      locale: 'es',
      data: { name: 'Urgencias', slug: 'urgencias' },
    });
    await documents.update({
      documentId: one,
      locale: 'en',
      data: { name: 'Cardiology', slug: 'cardiology' },
    });
    const counts = await countCategories();
    expect(counts?.find(({ locale }) => locale === 'es')).toEqual({
      locale: 'es',
      published: 1,
      modified: 1,
      draft: 1,
      missing: 0,
    });
    expect(counts?.find(({ locale }) => locale === 'en')).toEqual({
      locale: 'en',
      published: 0,
      modified: 0,
      draft: 1,
      missing: 2,
    });
  });

  it('shows users the types that they may read, and answers 401 without sign-in', async () => {
    await app.request.get('/site-overview/overview').expect(401);
    const catalogue = await overviewFor(await signIn(app, 'catalogue-editor'));
    expect(catalogue.pages).toEqual([]);
    expect(catalogue.types.map(({ uid }) => uid)).toContain('api::product.product');
    const marketing = await overviewFor(await signIn(app, 'marketing'));
    expect(marketing.pages).toHaveLength(7);
  });
});
