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
const findDuplicates = (values: readonly string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

describe.each(types)('%s', (uid, model) => {
  const attributes = Object.entries(model.attributes);

  it('has the name of its folder', () => {
    expect(`api::${model.info.singularName ?? ''}.${model.info.singularName ?? ''}`).toBe(uid);
    expect(model.info.pluralName).not.toBe(model.info.singularName);
  });

  // Strapi copies unlocalized fields to the other locales when one is saved.
  it('localizes every component, dynamic zone and file of a localized type', () => {
    const unlocalizedAttributes = attributes.filter(
      ([, attribute]) =>
        ['component', 'dynamiczone', 'media'].includes(attribute.type) &&
        isLocalized(model) &&
        !isLocalized(attribute),
    );
    expect(unlocalizedAttributes.map(([name]) => name)).toEqual([]);
  });

  it('has localized attributes only if the type is localized', () => {
    const localizedAttributes = attributes.filter(([, attribute]) => isLocalized(attribute));
    expect(isLocalized(model) ? [] : localizedAttributes.map(([name]) => name)).toEqual([]);
  });

  it('has relations and components that exist, with matching inverse relations', () => {
    for (const [
      name,
      { type, target, inversedBy, mappedBy, component, components: zone },
    ] of attributes) {
      for (const uid of [...(component ? [component] : []), ...(zone ?? [])]) {
        expect(components.map(([componentUid]) => componentUid)).toContain(uid);
      }
      if (type !== 'relation' || !target?.startsWith('api::')) continue;
      const other = types.find(([typeUid]) => typeUid === target)?.[1];
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

describe('content types and components', () => {
  it('have unique table names', () => {
    expect(findDuplicates(models.map(([, { collectionName }]) => collectionName))).toEqual([]);
  });

  it('have unique paths in the content API', () => {
    expect(findDuplicates(types.flatMap(([, { info }]) => [info.pluralName ?? '']))).toEqual([]);
  });

  it.each(models)('%s – has one column per attribute', (_, { attributes }) => {
    const columns = Object.keys(attributes).map((name) => name.toLowerCase().replaceAll('_', ''));
    expect(findDuplicates(columns)).toEqual([]);
  });

  it.each(models)(
    '%s – has valid regular expressions and unique enum values',
    (_, { attributes }) => {
      for (const { regex, enum: choices } of Object.values(attributes)) {
        if (regex !== undefined) expect(() => new RegExp(regex)).not.toThrow();
        expect(findDuplicates(choices ?? [])).toEqual([]);
      }
    },
  );
});
