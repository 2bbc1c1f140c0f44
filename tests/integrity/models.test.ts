import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

type Attribute = {
  type: string;
  component?: string;
  components?: string[];
  target?: string;
  inversedBy?: string;
  mappedBy?: string;
  regex?: string;
  enum?: string[];
  pluginOptions?: { i18n?: { localized?: boolean } };
};

type Model = {
  collectionName: string;
  info: { singularName?: string; pluralName?: string; displayName: string };
  options?: { draftAndPublish?: boolean };
  pluginOptions?: { i18n?: { localized?: boolean } };
  attributes: Record<string, Attribute>;
};

const src = path.resolve(__dirname, '../../src');
const parse = (file: string): Model => JSON.parse(readFileSync(file, 'utf8')) as Model;

const types = readdirSync(path.join(src, 'api')).flatMap((name): [string, Model][] => {
  const file = path.join(src, 'api', name, 'content-types', name, 'schema.json');
  return existsSync(file) ? [[`api::${name}.${name}`, parse(file)]] : [];
});

const components = readdirSync(path.join(src, 'components')).flatMap((group) =>
  readdirSync(path.join(src, 'components', group)).map((file): [string, Model] => [
    `${group}.${path.basename(file, '.json')}`,
    parse(path.join(src, 'components', group, file)),
  ]),
);

const models = [...types, ...components];
const isLocalized = ({ pluginOptions }: Pick<Model, 'pluginOptions'>): boolean =>
  pluginOptions?.i18n?.localized === true;
const repeated = (values: readonly string[]): string[] =>
  values.filter((value, at) => values.indexOf(value) !== at);

describe.each(types)('%s', (uid, model) => {
  const attributes = Object.entries(model.attributes);

  it('is named after its folder', () => {
    expect(`api::${model.info.singularName ?? ''}.${model.info.singularName ?? ''}`).toBe(uid);
    expect(model.info.pluralName).not.toBe(model.info.singularName);
  });

  // Strapi copies unlocalized fields to the other languages when one of them is saved.
  it('keeps every component, dynamic zone and file in its own language', () => {
    const shared = attributes.filter(
      ([, attribute]) =>
        ['component', 'dynamiczone', 'media'].includes(attribute.type) &&
        isLocalized(model) &&
        !isLocalized(attribute),
    );
    expect(shared.map(([name]) => name)).toEqual([]);
  });

  it('has no localized attributes unless it is localized itself', () => {
    const stray = attributes.filter(([, attribute]) => isLocalized(attribute));
    expect(isLocalized(model) ? [] : stray.map(([name]) => name)).toEqual([]);
  });

  it('is linked to types and components that exist, which know the way back', () => {
    for (const [
      name,
      { type, target, inversedBy, mappedBy, component, components: zone },
    ] of attributes) {
      for (const uid of [...(component ? [component] : []), ...(zone ?? [])]) {
        expect(components.map(([known]) => known)).toContain(uid);
      }
      if (type !== 'relation' || !target?.startsWith('api::')) continue;
      const other = types.find(([known]) => known === target)?.[1];
      expect(other).toBeDefined();
      const back = inversedBy ?? mappedBy;
      if (back === undefined) continue;
      expect(other?.attributes[back]).toMatchObject({
        target: uid,
        [inversedBy === undefined ? 'inversedBy' : 'mappedBy']: name,
      });
    }
  });
});

describe('the models', () => {
  it('keep each its own table', () => {
    expect(repeated(models.map(([, { collectionName }]) => collectionName))).toEqual([]);
  });

  it('have names of their own in the addresses of the content API', () => {
    expect(repeated(types.flatMap(([, { info }]) => [info.pluralName ?? '']))).toEqual([]);
  });

  it.each(models)('have no two attributes of %s in one column', (_, { attributes }) => {
    const columns = Object.keys(attributes).map((name) => name.toLowerCase().replaceAll('_', ''));
    expect(repeated(columns)).toEqual([]);
  });

  it.each(models)('have expressions and choices in %s that mean something', (_, { attributes }) => {
    for (const { regex, enum: choices } of Object.values(attributes)) {
      if (regex !== undefined) expect(() => new RegExp(regex)).not.toThrow();
      expect(repeated(choices ?? [])).toEqual([]);
    }
  });
});
