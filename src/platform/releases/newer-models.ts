import type { UID } from '@strapi/types';
import type { WithStrapi } from '../with-strapi';
import { refreshDeepPopulate, toDatabaseModels } from '../strapi/core-internals';
import type { Attribute, ComponentModel, ContentTypeModel, Models } from './models';

type Attributes = Record<string, Attribute>;

type Registries = {
  types: {
    get: (uid: string) => { attributes: Attributes } | undefined;
    add: (namespace: string, types: Record<string, unknown>) => void;
  };
  components: {
    get: (uid: string) => { attributes: Attributes } | undefined;
    set: (uid: string, component: unknown) => void;
  };
};

/**
 * Validation rules that are not adopted from a newer release: with them, an older release would
 * reject the input of its own clients. The custom field's input may also be missing in its panel.
 */
const rules = [
  'required',
  'unique',
  'min',
  'max',
  'minLength',
  'maxLength',
  'regex',
  'conditions',
  'customField',
];

const withoutRules = (attribute: Attribute): Attribute => {
  const entries = Object.entries(attribute).filter(([name]) => !rules.includes(name));
  return Object.fromEntries(entries) as Attribute;
};

const withoutRulesIn = (attributes: Attributes): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [name, withoutRules(attribute)]),
  );

const union = (own: readonly string[], newer: readonly string[] = []): string[] => [
  ...new Set([...own, ...newer]),
];

/** Adds a newer release's attributes to this release's. */
const extend = (own: Attributes, newer: Attributes): void => {
  for (const [name, theirs] of Object.entries(newer)) {
    const ours = own[name];
    if (ours === undefined) {
      own[name] = withoutRules(theirs);
      continue;
    }
    // The database may contain values and components that the newer release added.
    if (ours.enum !== undefined) ours.enum = union(ours.enum, theirs.enum);
    if (ours.components !== undefined) ours.components = union(ours.components, theirs.components);
    // The other side of a relation that was one-sided before.
    if (theirs.inversedBy !== undefined) ours.inversedBy ??= theirs.inversedBy;
    if (theirs.mappedBy !== undefined) ours.mappedBy ??= theirs.mappedBy;
  }
};

const addType = (
  { strapi }: WithStrapi,
  types: Registries['types'],
  uid: string,
  model: ContentTypeModel,
): void => {
  const { __schema__: schema } = model as { __schema__?: { attributes: Attributes } };
  const { singularName } = model.info;
  const attributes = withoutRulesIn(schema?.attributes ?? model.attributes);
  types.add(uid.slice(0, -singularName.length - 1), {
    [singularName]: { schema: { ...schema, attributes }, actions: {}, lifecycles: {} },
  });
  // i18n adds these to every type in its `register`, which has already run.
  const added = types.get(uid)?.attributes;
  const [sample] = Object.values(strapi.contentTypes) as { attributes: Attributes }[];
  const { locale, localizations } = sample?.attributes ?? {};
  if (added === undefined || locale === undefined || localizations === undefined) return;
  const isPrivate = model.attributes.locale?.private === true;
  const { joinColumn } = localizations as { joinColumn?: object };
  const referencedTable = strapi.db.metadata.identifiers.getTableName(model.collectionName);
  added.locale = { ...locale, private: isPrivate };
  added.localizations = {
    ...localizations,
    private: isPrivate,
    target: uid,
    joinColumn: { ...joinColumn, referencedTable },
  };
};

const addComponent = (
  components: Registries['components'],
  uid: string,
  model: ComponentModel,
): void => {
  components.set(uid, { ...model, attributes: withoutRulesIn(model.attributes) });
};

/**
 * Adds the models of a newer release to this process: fields, relations, components and types.
 * Without them an older release would lose the newer one's data wherever Strapi copies rows.
 * Publishing replaces the published row by the draft's fields that the models know. Before the
 * database layer loads, it reads the registries itself. Later the models are loaded here in one
 * step, so that no statement sees half of them.
 *
 * @throws Error when the models conflict; nothing may be written then
 */
export const adoptModels = (
  { strapi }: WithStrapi,
  newer: Models,
  { isRunning }: { isRunning: boolean },
): void => {
  const types = strapi.get<Registries['types']>('content-types');
  const components = strapi.get<Registries['components']>('components');

  for (const [uid, model] of Object.entries(newer.components)) {
    const own = components.get(uid);
    if (own === undefined) addComponent(components, uid, model);
    else extend(own.attributes, model.attributes);
  }
  for (const [uid, model] of Object.entries(newer.contentTypes)) {
    const own = types.get(uid);
    if (own === undefined) addType({ strapi }, types, uid, model);
    else extend(own.attributes, model.attributes);
  }
  if (!isRunning) return;

  const uids = [...Object.keys(strapi.contentTypes), ...Object.keys(strapi.components)];
  const { metadata } = strapi.db;
  const own = toDatabaseModels()(
    uids.map((uid) => strapi.getModel(uid as UID.Schema)),
    metadata.identifiers,
  );
  const others = strapi.get<{ get: () => typeof own }>('models').get();
  metadata.clear();
  metadata.loadModels([...own, ...others]);
  refreshDeepPopulate(uids);
};
