import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { features } from '#index';
import { collectLayouts } from '#plugins/panel/editor/server/apply-layouts';
import { recordLabels } from '#catalogue/fields';
import type { Layout, Text } from '#feature/layout';

type Attribute = { type: string };
type Schema = { info: { displayName: string }; attributes: Record<string, Attribute> };

const { types: typeLayouts, components: componentLayouts } = collectLayouts(features);

const src = path.resolve(__dirname, '../../src');

const read = (file: string): Schema => JSON.parse(readFileSync(file, 'utf8')) as Schema;

const schemas = new Map<string, Schema>();
for (const api of readdirSync(path.join(src, 'api'))) {
  const file = path.join(src, 'api', api, 'content-types', api, 'schema.json');
  try {
    schemas.set(`api::${api}.${api}`, read(file));
  } catch {
    // Some APIs have no content type.
  }
}
schemas.set(
  'plugin::users-permissions.user',
  read(path.join(src, 'extensions/users-permissions/content-types/user/schema.json')),
);
for (const { name, folder } of features) {
  if (folder === undefined) continue;
  for (const { uid } of typeLayouts) {
    const [, plugin = '', type = ''] = uid.split(/::|\./);
    const file = path.join(folder, 'server/content-types', type, 'schema.json');
    if (plugin === name && existsSync(file)) schemas.set(uid, read(file));
  }
}
for (const group of readdirSync(path.join(src, 'components'))) {
  for (const file of readdirSync(path.join(src, 'components', group))) {
    schemas.set(
      `${group}.${path.basename(file, '.json')}`,
      read(path.join(src, 'components', group, file)),
    );
  }
}

const layouts: readonly Layout[] = [...typeLayouts, ...componentLayouts];

const attributesOf = (uid: string): Record<string, Attribute> => {
  const schema = schemas.get(uid);
  if (schema === undefined) throw new Error(`There is no ${uid}.`);
  return schema.attributes;
};

/** Strapi gives these a whole row and removes narrower fields from the layout. */
const alwaysWhole = ['dynamiczone', 'component', 'json', 'richtext', 'blocks'];

describe('the layouts of the admin panel', () => {
  it('lay out every content type and component', () => {
    expect(layouts.map(({ uid }) => uid).sort()).toEqual([...schemas.keys()].sort());
  });

  it('have one Spanish text for each English text', () => {
    const fields = layouts.flatMap(({ rows }) => rows.flatMap((row) => Object.values(row)));
    const texts = [
      ...fields
        .flatMap(({ label, hint, placeholder }) => [label, hint, placeholder])
        .filter((text): text is Text => typeof text === 'object'),
      ...layouts.flatMap(({ hidden }) => Object.values(hidden ?? {})),
      ...Object.values(recordLabels),
    ];
    // The English text is the key of the Spanish one.
    const spanish = new Map(texts.map(({ en, es }) => [en, es]));
    for (const { en, es } of texts) {
      expect(es).toMatch(/\S/);
      expect([en, es]).toEqual([en, spanish.get(en)]);
    }
  });

  it('have an English and a Spanish name for each content type', () => {
    for (const { uid, name } of typeLayouts) {
      expect([uid, name?.en]).toEqual([uid, schemas.get(uid)?.info.displayName]);
      expect(name?.es).toMatch(/\S/);
    }
  });

  it('are in the files that the panel loads', () => {
    const files = globSync(['{api,plugins}/*/layout.ts', 'plugins/*/*/layout.ts'], { cwd: src });
    const shared = path.join(src, 'catalogue/component-layouts');
    const modules = [
      ...files.map((file) => path.join(src, file)),
      ...readdirSync(shared).map((name) => path.join(shared, name)),
    ];
    const loaded = modules.flatMap((file) =>
      Object.values(jest.requireActual<Record<string, Layout | Layout[]>>(file)).flat(),
    );
    expect(loaded.map(({ uid }) => uid).sort()).toEqual(layouts.map(({ uid }) => uid).sort());
  });

  describe.each(layouts.map((layout) => [layout.uid, layout] as const))('%s', (uid, layout) => {
    const placedFields = layout.rows.flatMap((row) => Object.keys(row));
    const hidden = Object.keys(layout.hidden ?? {});

    it('places every attribute once or declares it hidden', () => {
      expect([...placedFields, ...hidden].sort()).toEqual(Object.keys(attributesOf(uid)).sort());
    });

    it('uses existing attributes as title, columns and sort order', () => {
      const names = [
        ...Object.keys(attributesOf(uid)),
        'id',
        'createdAt',
        'updatedAt',
        'updatedBy',
      ];
      const used = [layout.title, layout.shownAs, layout.sort?.by, ...(layout.columns ?? [])];
      expect(names).toEqual(expect.arrayContaining(used.filter((name) => name !== undefined)));
    });

    it('fills rows of at most twelve units', () => {
      for (const row of layout.rows) {
        const sizes = Object.values(row).map(({ size = 12 }) => size);
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(12);
      }
    });

    it('gives a whole row to fields that Strapi shows in full width', () => {
      for (const row of layout.rows) {
        for (const [name, { size = 12 }] of Object.entries(row)) {
          if (alwaysWhole.includes(attributesOf(uid)[name]?.type ?? '')) expect(size).toBe(12);
        }
      }
    });

    it('labels every field in words', () => {
      for (const { label } of layout.rows.flatMap((row) => Object.values(row))) {
        expect(label.en).toMatch(/^[A-Z]/);
      }
    });
  });
});
