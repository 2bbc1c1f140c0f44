import { applyLayouts } from '../../src/plugins/editor/server/apply-layouts';
import type { Configuration } from '../../src/strapi/content-manager-configuration';
import { features } from '../../src';
import { layoutsOf, type Layouts } from '../../src/plugins/editor/server/layouts';
import { type Admin, signIn } from '../support/admin';
import { type App, startApp } from '../support/app';
import { createDatabase, type TestDatabase } from '../support/database';

const CATEGORY = 'api::category.category';
const layouts: Layouts = layoutsOf(features);
const typeLayouts = layouts.types;

/** The layouts as a later version of the code might have them. */
const withColumns = (columns: readonly string[]): Layouts => ({
  ...layouts,
  types: typeLayouts.map((layout) => (layout.uid === CATEGORY ? { ...layout, columns } : layout)),
});

type Stored = Configuration & { uid: string };

describe('the configuration of the content manager', () => {
  let database: TestDatabase;
  let app: App;
  let admin: Admin;

  const start = async (): Promise<void> => {
    app = await startApp({ database });
    admin = await signIn(app);
  };

  const configuration = async (uid: string): Promise<Stored> => {
    const { body } = await admin.get(`/content-manager/content-types/${uid}/configuration`);
    return (body.data as { contentType: Stored }).contentType;
  };

  const component = async (uid: string): Promise<Stored> => {
    const { body } = await admin.get(`/content-manager/components/${uid}/configuration`);
    return (body.data as { component: Stored }).component;
  };

  /** What the panel sends when somebody saves the form of a view. */
  const save = async (uid: string, { settings, metadatas, layouts: rows }: Stored) =>
    admin.put(`/content-manager/content-types/${uid}/configuration`, {
      settings,
      metadatas: Object.fromEntries(
        Object.entries(metadatas).map(([name, { edit, list }]) => {
          const { label, searchable, sortable } = list;
          return [name, { edit, list: { label, searchable, sortable } }];
        }),
      ),
      layouts: rows,
    });

  beforeAll(async () => {
    database = await createDatabase();
    await start();
  });

  afterAll(async () => {
    await app.stop();
    await database.drop();
  });

  it('should be there in a fresh database', async () => {
    const { settings, layouts: rows, metadatas } = await configuration('api::product.product');
    expect(rows.list).toEqual(['cardImage', 'title', 'tuitionPrice', 'verticals', 'order']);
    expect(rows.edit[0]).toEqual([
      { name: 'title', size: 8 },
      { name: 'type', size: 4 },
    ]);
    expect(rows.edit.flat().map(({ name }) => name)).not.toContain('label');
    expect(settings).toMatchObject({ mainField: 'title', defaultSortBy: 'order' });
    expect(metadatas.SKU?.edit.description).toMatch(/^Our own code/);
    expect(metadatas.updatedAt?.list.label).toBe('Last change');
  });

  it('should name products by title and SKU wherever they are chosen', async () => {
    const shelf = await component('page.course-list');
    const card = await component('home.product-home');
    expect(shelf.metadatas.products?.edit.mainField).toBe('label');
    expect(card.metadatas.product?.edit.mainField).toBe('label');
  });

  it.each(typeLayouts.map(({ uid }) => uid))(
    'should be one that Strapi accepts: %s',
    async (uid) => {
      const answer = await save(uid, await configuration(uid));
      expect(answer.body.error).toBeUndefined();
      expect(answer.status).toBe(200);
    },
  );

  it('should leave nothing for the next start to clean up', async () => {
    const before = await Promise.all(layouts.types.map(({ uid }) => configuration(uid)));
    const parts = await Promise.all(layouts.components.map(({ uid }) => component(uid)));
    await app.stop();
    await start();
    expect(await Promise.all(layouts.types.map(({ uid }) => configuration(uid)))).toEqual(before);
    expect(await Promise.all(layouts.components.map(({ uid }) => component(uid)))).toEqual(parts);
  });

  it('should keep what an editor changed, after a restart too', async () => {
    const own = await configuration(CATEGORY);
    await save(CATEGORY, { ...own, layouts: { ...own.layouts, list: ['slug', 'name'] } });
    await app.stop();
    await start();
    expect((await configuration(CATEGORY)).layouts.list).toEqual(['slug', 'name']);
  });

  it('should follow the code when that changes, and touch nothing else', async () => {
    const vertical = await configuration('api::vertical.vertical');
    await save('api::vertical.vertical', {
      ...vertical,
      layouts: { ...vertical.layouts, list: ['name'] },
    });
    await applyLayouts({ strapi: app.strapi }, withColumns(['name', 'order']));
    expect((await configuration(CATEGORY)).layouts.list).toEqual(['name', 'order']);
    expect((await configuration('api::vertical.vertical')).layouts.list).toEqual(['name']);
  });
});
