import { createRoles, withdrawStockPermissions } from '#plugins/panel/editor/server/roles';
import { type Admin, signIn } from '../support/admin';
import { type App, startApp } from '../support/app';

type Entry = { documentId: string; id: number; label?: string };

const titleOf = (data: unknown) => (data as { title: string }).title;

type Locales = { create: (locale: { code: string; name: string }) => Promise<object> };

const PRODUCTS = '/content-manager/collection-types/api::product.product';
const PAGES = '/content-manager/collection-types/api::books-page.books-page';

describe('entries and editor roles', () => {
  let app: App;
  let editor: Admin;
  let marketing: Admin;
  let product: Entry;
  let page: Entry;
  let vertical: Entry;

  const entry = (body: Record<string, unknown>): Entry => body.data as Entry;

  const pick = async (who: Admin, search: string): Promise<string[]> => {
    const path = '/content-manager/relations/page.course-list/products';
    const answer = await who.get(`${path}?_q=${encodeURIComponent(search)}&locale=en`);
    expect(answer.status).toBe(200);
    return (answer.body.results as { label: string }[]).map(({ label }) => label);
  };

  beforeAll(async () => {
    app = await startApp();
    const locales = app.strapi.plugin('i18n').service('locales') as unknown as Locales;
    await locales.create({ code: 'pt', name: 'Português' });
    editor = await signIn(app, 'catalogue-editor');
    marketing = await signIn(app, 'marketing');
    const line = await editor.post('/content-manager/collection-types/api::vertical.vertical', {
      name: 'Veterinary',
      slug: 'veterinary',
      isDefault: false,
      defaultLang: 'en',
      order: 0,
    });
    vertical = entry(line.body);
    const response = await editor.post(`${PRODUCTS}?locale=en`, {
      title: 'Clinical cardiology',
      slug: 'clinical-cardiology',
      SKU: 'VET-PL-001',
      payID: 'prod_1',
      order: 0,
    });
    product = entry(response.body);
    const pageResponse = await marketing.post(`${PAGES}?locale=en`, {
      vertical: { connect: [{ documentId: vertical.documentId }] },
      seo: { author: 'Us' },
    });
    page = entry(pageResponse.body);
  });

  afterAll(() => app.stop());

  describe('the label of an entry', () => {
    it('is title and SKU of a product', async () => {
      const { body } = await editor.get(`${PRODUCTS}/${product.documentId}?locale=en`);
      expect(entry(body).label).toBe('Clinical cardiology · VET-PL-001');
    });

    it('finds a product by SKU and by title in a relation picker', async () => {
      expect(await pick(marketing, 'vet-pl-001')).toEqual(['Clinical cardiology · VET-PL-001']);
      expect(await pick(marketing, 'cardio')).toEqual(['Clinical cardiology · VET-PL-001']);
      expect(await pick(marketing, 'surgery')).toEqual([]);
    });

    it('follows a change and a publication, and keeps the SKU after a long title', async () => {
      const path = `${PRODUCTS}/${product.documentId}`;
      const title = 'Cardiology '.repeat(23).trim();
      await editor.put(`${path}?locale=en`, { title, label: 'made up' });
      await editor.post(`${path}/actions/publish?locale=en`, {});
      const rows = (await app.strapi.db
        .query('api::product.product')
        .findMany({ where: { documentId: product.documentId } })) as Entry[];
      const label = `${title.slice(0, 255 - ' · VET-PL-001'.length)} · VET-PL-001`;
      expect(rows.map((row) => row.label)).toEqual([label, label]);
    });

    it('is the name of the business line for a page, and follows its changes', async () => {
      const path = `${PAGES}/${page.documentId}?locale=en`;
      expect(entry((await marketing.get(path)).body).label).toBe('Veterinary');
      await editor.put(
        `/content-manager/collection-types/api::vertical.vertical/${vertical.documentId}`,
        { name: 'Animals' },
      );
      expect(entry((await marketing.get(path)).body).label).toBe('Animals');
    });

    it('is the product title for a card of the home page, and follows its changes', async () => {
      const homes = '/content-manager/collection-types/api::home-page.home-page';
      const card = {
        __component: 'home.product-home',
        label: 'made up',
        product: { connect: [{ documentId: product.documentId, locale: 'en' }] },
      };
      const { body } = await marketing.post(`${homes}?locale=en`, {
        vertical: { connect: [{ documentId: vertical.documentId }] },
        seo: { author: 'Us' },
        tendencies: [card],
      });
      const labels = async (): Promise<(string | undefined)[]> => {
        const response = await marketing.get(`${homes}/${entry(body).documentId}?locale=en`);
        return (response.body.data as { tendencies: Entry[] }).tendencies.map(({ label }) => label);
      };
      const path = `${PRODUCTS}/${product.documentId}?locale=en`;
      expect(await labels()).toEqual([(await editor.get(path)).body.data].map(titleOf));
      await editor.put(path, { title: 'Cardiology for all' });
      expect(await labels()).toEqual(['Cardiology for all']);
    });

    it('is not returned nor filtered by the API', async () => {
      const answer = await app.request.get('/api/products?locale=en').expect(200);
      const body = answer.body as { data: object[] };
      expect(body.data).toHaveLength(1);
      expect(JSON.stringify(body)).not.toContain('"label"');
      await app.request.get('/api/products?filters[label][$contains]=VET').expect(400);
    });
  });

  describe('the Marketing role', () => {
    it('changes and publishes pages, also in locales added later', async () => {
      const path = `${PAGES}/${page.documentId}`;
      const change = { seo: { author: 'Marketing' } };
      expect((await marketing.put(`${path}?locale=en`, change)).status).toBe(200);
      expect((await marketing.put(`${path}?locale=pt`, change)).status).toBe(200);
      expect((await marketing.post(`${path}/actions/publish?locale=en`, {})).status).toBe(200);
    });

    it('reads products, and does not change them', async () => {
      const path = `${PRODUCTS}/${product.documentId}`;
      expect((await marketing.get(`${path}?locale=en`)).status).toBe(200);
      expect((await marketing.put(`${path}?locale=en`, { title: 'Mine' })).status).toBe(403);
      expect((await marketing.post(`${path}/actions/publish?locale=en`, {})).status).toBe(403);
      expect((await marketing.post(`${PRODUCTS}?locale=en`, { title: 'Mine' })).status).toBe(403);
    });

    it('opens the media library', async () => {
      expect((await marketing.get('/upload/files')).status).toBe(200);
    });
  });

  describe('the Catalogue editor role', () => {
    it('changes and publishes products, also in locales added later', async () => {
      const path = `${PRODUCTS}/${product.documentId}`;
      const title = { title: 'Cardiology' };
      expect((await editor.put(`${path}?locale=en`, title)).status).toBe(200);
      expect((await editor.post(`${path}/actions/publish?locale=en`, {})).status).toBe(200);
      const translation = { ...title, slug: 'cardiologia', SKU: 'VET-PL-001', payID: 'prod_1' };
      expect((await editor.put(`${path}?locale=pt`, { ...translation, order: 0 })).status).toBe(
        200,
      );
    });

    it('neither sees nor changes pages', async () => {
      const path = `${PAGES}/${page.documentId}?locale=en`;
      expect((await editor.get(path)).status).toBe(403);
      expect((await editor.put(path, { seo: { author: 'Me' } })).status).toBe(403);
    });

    it('opens the media library and reads its settings, and does not change them', async () => {
      expect((await editor.get('/upload/files')).status).toBe(200);
      expect((await editor.get('/upload/settings')).status).toBe(200);
      expect((await editor.put('/upload/settings', {})).status).toBe(403);
    });
  });

  describe('the Support role', () => {
    it('reads orders, accounts and unsent e-mails only', async () => {
      const support = await signIn(app, 'support');
      const explorer = '/content-manager/collection-types';
      const orders = `${explorer}/plugin::checkout.order`;
      expect((await support.get(orders)).status).toBe(200);
      expect((await support.get(`${explorer}/plugin::users-permissions.user`)).status).toBe(200);
      expect((await support.get('/account/mails')).status).toBe(200);
      expect((await support.get(`${PRODUCTS}?locale=en`)).status).toBe(403);
      expect((await support.get('/upload/files')).status).toBe(403);
      expect((await support.get('/upload/settings')).status).toBe(403);
      expect((await support.post(orders, {})).status).toBe(403);
    });
  });

  describe("Strapi's own roles", () => {
    it.each(['strapi-editor', 'strapi-author'])('%s – reads no orders', async (role) => {
      const person = await signIn(app, role);
      const explorer = '/content-manager/collection-types';
      expect((await person.get(`${explorer}/plugin::checkout.order`)).status).toBe(403);
      expect((await person.get(`${PRODUCTS}?locale=en`)).status).toBe(200);
    });

    it('keep a permission that an administrator granted again', async () => {
      const permissions = app.strapi.db.query('admin::permission');
      const role = (await app.strapi.db
        .query('admin::role')
        .findOne({ where: { code: 'strapi-editor' } })) as { id: number };
      const action = 'plugin::content-manager.explorer.read';
      const granted = { action, subject: 'plugin::checkout.order' };
      const { id } = (await permissions.create({ data: { ...granted, role: role.id } })) as {
        id: number;
      };
      await withdrawStockPermissions({ strapi: app.strapi });
      expect(await permissions.findOne({ where: { id } })).not.toBeNull();
    });
  });

  it('do not undo changes of roles by administrators', async () => {
    const roles = app.strapi.db.query('admin::role');
    const permissions = app.strapi.db.query('admin::permission');
    await roles.update({ where: { code: 'marketing' }, data: { name: 'Comunicación' } });
    const where = { role: { code: 'marketing' }, action: 'plugin::upload.assets.create' };
    const permission = (await permissions.findOne({ where })) as { id: number };
    await permissions.delete({ where: { id: permission.id } });
    await createRoles({ strapi: app.strapi });
    expect(await roles.findOne({ where: { code: 'marketing' } })).toMatchObject({
      name: 'Comunicación',
    });
    expect(await permissions.findOne({ where })).toBeNull();
  });
});
