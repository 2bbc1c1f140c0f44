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
 * Rules of a newer release about values; held to them, an older one could no longer write what its own
 * callers send. The field's editor in the panel may not be there either.
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

/** Extends what this release has by what the newer one has besides. */
const extend = (own: Attributes, newer: Attributes): void => {
  for (const [name, theirs] of Object.entries(newer)) {
    const ours = own[name];
    if (ours === undefined) {
      own[name] = withoutRules(theirs);
      continue;
    }
    // Values and components that are on offer later are in the database as well.
    if (ours.enum !== undefined) ours.enum = union(ours.enum, theirs.enum);
    if (ours.components !== undefined) ours.components = union(ours.components, theirs.components);
    // The far side of a relation that had one side only.
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
  // Added by i18n to every type in its register, which is over.
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
 * Gives this process the models of a newer release besides its own: fields, relations, components and types.
 * Without them an older release would leave behind what the newer one has added wherever Strapi copies rows:
 * to publish is to delete the published row and to make it anew of every field of the draft that the models
 * know. Before the database layer is loaded it takes the models up from the registries by itself; later they
 * are loaded into it here, in one go, so that no statement sees half of them.
 *
 * @throws Error when the models do not fit together; nothing may be written then
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
