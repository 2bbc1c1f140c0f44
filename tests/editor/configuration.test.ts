import {
  applyLayouts,
  collectLayouts,
  type Layouts,
} from '#plugins/panel/editor/server/apply-layouts';
import type { Configuration } from '#platform/strapi/content-manager-configuration';
import { sql } from '#platform/strapi/queries';
import { features } from '#index';
import { type Admin, signIn } from '../support/admin';
import { type App, startApp } from '../support/app';
import { createDatabase, type TestDatabase } from '../support/database';

const CATEGORY = 'api::category.category';
const VERTICAL = 'api::vertical.vertical';

/** The prefixes of the keys of stored configurations. */
const STORED = 'plugin_content_manager_configuration_';
const layouts: Layouts = collectLayouts(features);
const typeLayouts = layouts.types;

/** The layouts of a later version of the code. */
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

  /** Returns the stored rows, each with the transaction that wrote it. */
  const rows = async (): Promise<unknown[]> => {
    const stored = await sql(
      { strapi: app.strapi },
      'select key, value, xmin::text as writer from strapi_core_store_settings where key like ? order by key',
      [`${STORED}%`],
    );
    return stored.rows;
  };

  /** The panel's request when a user saves the form of a view. */
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

  it('is stored in a new database', async () => {
    const { settings, layouts: rows, metadatas } = await configuration('api::product.product');
    expect(rows.list).toEqual(['cardImage', 'title', 'tuitionPrice', 'verticals']);
    expect(rows.edit[0]).toEqual([
      { name: 'title', size: 8 },
      { name: 'type', size: 4 },
    ]);
    expect(rows.edit.flat().map(({ name }) => name)).not.toContain('label');
    expect(settings).toMatchObject({ mainField: 'title', defaultSortBy: 'order' });
    expect(metadatas.SKU?.edit.description).toMatch(/^Our own code/);
    expect(metadatas.updatedAt?.list.label).toBe('Last change');
  });

  it('shows products by title and SKU in relation pickers', async () => {
    const shelf = await component('page.course-list');
    const card = await component('home.product-home');
    expect(shelf.metadatas.products?.edit.mainField).toBe('label');
    expect(card.metadatas.product?.edit.mainField).toBe('label');
  });

  it.each(typeLayouts.map(({ uid }) => uid))('is accepted by Strapi: %s', async (uid) => {
    const answer = await save(uid, await configuration(uid));
    expect(answer.body.error).toBeUndefined();
    expect(answer.status).toBe(200);
  });

  it('is not written again at the next start without changes', async () => {
    const before = await rows();
    expect(before.length).toBeGreaterThanOrEqual(typeLayouts.length + layouts.components.length);
    await app.stop();
    await start();
    expect(await rows()).toEqual(before);
  });

  it('is repaired at the next start, and keeps the columns that an editor set', async () => {
    const configured = await configuration(VERTICAL);
    await save(VERTICAL, {
      ...configured,
      layouts: { ...configured.layouts, list: ['slug', 'name'] },
    });
    const before = await configuration(CATEGORY);
    const { order: _order, ...metadatas } = before.metadatas;
    await sql(
      { strapi: app.strapi },
      'update strapi_core_store_settings set value = :value where key = :key',
      {
        key: `${STORED}content_types::${CATEGORY}`,
        value: JSON.stringify({ ...before, metadatas }),
      },
    );
    expect((await configuration(CATEGORY)).metadatas).not.toHaveProperty('order');
    await app.stop();
    await start();
    expect(Object.keys((await configuration(CATEGORY)).metadatas)).toEqual(
      expect.arrayContaining(Object.keys(before.metadatas)),
    );
    expect((await configuration(VERTICAL)).layouts.list).toEqual(['slug', 'name']);
  });

  it('follows a change of the code, and leaves other types unchanged', async () => {
    const vertical = await configuration(VERTICAL);
    await save(VERTICAL, {
      ...vertical,
      layouts: { ...vertical.layouts, list: ['name'] },
    });
    await applyLayouts({ strapi: app.strapi }, withColumns(['name', 'order']));
    expect((await configuration(CATEGORY)).layouts.list).toEqual(['name', 'order']);
    expect((await configuration(VERTICAL)).layouts.list).toEqual(['name']);
  });
});
