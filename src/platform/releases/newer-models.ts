import { z } from '@strapi/utils';
import { loadMetadata, refreshDeepPopulate } from '../strapi/core-internals';
import type { WithStrapi } from '../strapi/with-strapi';

const attribute = z.looseObject({
  type: z.string(),
  components: z.array(z.string()).optional(),
  enum: z.array(z.string()).optional(),
  inversedBy: z.string().optional(),
  mappedBy: z.string().optional(),
});

const attributes = z.record(z.string(), attribute);

const contentType = z.looseObject({
  collectionName: z.string(),
  info: z.looseObject({ singularName: z.string() }),
  attributes,
});

const component = z.looseObject({ collectionName: z.string(), modelName: z.string(), attributes });

/** The models of a release, as stored in the database. */
const models = z.object({
  contentTypes: z.record(z.string(), contentType),
  components: z.record(z.string(), component),
});

type Attribute = z.output<typeof attribute>;
type Models = z.output<typeof models>;

/** @throws ZodError when the value is not a result of {@link describeModels} */
export const parseModels = (value: unknown): Models => models.parse(value);

/**
 * Returns the models of this process, without parts that JSON cannot contain, such as functions.
 */
export const describeModels = ({ strapi }: WithStrapi): Models =>
  parseModels(
    JSON.parse(
      JSON.stringify({ contentTypes: strapi.contentTypes, components: strapi.components }),
    ),
  );

type Attributes = Record<string, Attribute>;

type Model = { attributes: Attributes };

type Registry = {
  get: (uid: string) => Model | undefined;
  set: (uid: string, model: Model) => unknown;
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

const uniteNames = (current: readonly string[], newer: readonly string[] = []): string[] => [
  ...new Set([...current, ...newer]),
];

/** Returns an attribute of this release with the additions of a newer one. */
const widen = (current: Attribute, newer: Attribute): Attribute => {
  const widened = { ...current };
  // The database may contain values and components that the newer release added.
  if (current.enum !== undefined) widened.enum = uniteNames(current.enum, newer.enum);
  if (current.components !== undefined)
    widened.components = uniteNames(current.components, newer.components);
  // The newer release may have added the other side of a one-sided relation.
  if (newer.inversedBy !== undefined) widened.inversedBy ??= newer.inversedBy;
  if (newer.mappedBy !== undefined) widened.mappedBy ??= newer.mappedBy;
  return widened;
};

/** Returns this release's models with the additions of a newer one. It changes neither. */
const extend = (
  current: Readonly<Record<string, Model>>,
  newer: Readonly<Record<string, Model>>,
): Map<string, Model> => {
  const extended = new Map(Object.entries(current));
  for (const [uid, model] of Object.entries(newer)) {
    const currentModel = current[uid] ?? { ...model, attributes: {} };
    const added = Object.entries(model.attributes).map(([name, theirs]) => {
      const ours = currentModel.attributes[name];
      return [name, ours === undefined ? withoutRules(theirs) : widen(ours, theirs)];
    });
    const attributes = { ...currentModel.attributes, ...(Object.fromEntries(added) as Attributes) };
    extended.set(uid, { ...currentModel, attributes });
  }
  return extended;
};

/** Adds functions, which the stored models cannot contain. Every type has them in these fields. */
const addFunctions = ({ attributes }: Model, { attributes: sample }: Model): void => {
  const { publishedAt, localizations } = sample;
  if (publishedAt !== undefined) attributes.publishedAt = { ...publishedAt };
  const { on } = (localizations?.joinColumn ?? {}) as { on?: unknown };
  Object.assign(attributes.localizations?.joinColumn ?? {}, { on });
};

/** Stores models. Objects that other code may hold are changed, not replaced. */
const store = (registry: Registry, models: ReadonlyMap<string, Model>): void => {
  for (const [uid, model] of models) {
    const attributes = registry.get(uid)?.attributes;
    if (attributes === undefined) registry.set(uid, model);
    else {
      for (const [name, attribute] of Object.entries(model.attributes)) {
        attributes[name] = Object.assign(attributes[name] ?? {}, attribute);
      }
    }
  }
};

/**
 * Adds the models of a newer release to this process: fields, relations, components and types.
 * Without them an older release would lose the newer one's data wherever Strapi copies rows.
 * Publishing writes only the fields that the models know. Before the database layer loads, it
 * reads the registries itself. Later its models are replaced here in one step, so that no statement
 * sees half of them.
 *
 * @throws Error when the models conflict; this process then continues with its own, but must not
 * copy rows
 */
export const adoptModels = (
  { strapi }: WithStrapi,
  newer: Models,
  { isRunning }: { isRunning: boolean },
): void => {
  const currentModels = {
    contentTypes: strapi.contentTypes as unknown as Record<string, Model>,
    components: strapi.components as unknown as Record<string, Model>,
  };
  const contentTypes = extend(currentModels.contentTypes, newer.contentTypes);
  const components = extend(currentModels.components, newer.components);
  const [sample] = Object.values(currentModels.contentTypes);
  for (const [uid, model] of contentTypes) {
    if (sample !== undefined && currentModels.contentTypes[uid] === undefined)
      addFunctions(model, sample);
  }
  const models = [...contentTypes.values(), ...components.values()];
  const loadedMetadata = isRunning ? loadMetadata({ strapi }, models) : null;

  store(strapi.get<Registry>('content-types'), contentTypes);
  store(strapi.get<Registry>('components'), components);
  if (loadedMetadata === null) return;
  for (const meta of loadedMetadata.values()) strapi.db.metadata.add(meta);
  refreshDeepPopulate([...contentTypes.keys(), ...components.keys()]);
};

type Services = {
  extend: <Service extends object>(uid: string, change: (service: Service) => Service) => unknown;
};

type Row = { action: string };

/**
 * Keeps permissions for actions that only a newer release knows. At every start, Strapi deletes
 * permissions with unknown actions or fields from panel roles, user roles and API tokens. In the
 * older of two releases these are an administrator's choices for the newer one. Unknown permissions
 * have no effect. Call it before the plugins' bootstrap.
 */
export const keepUnknownGrants = ({ strapi }: WithStrapi): void => {
  const services = strapi.get<Services>('services');
  const doNothing = (): Promise<void> => Promise.resolve();
  // Replaced instead of changed, because all instances in a process share the panel's service
  // object.
  services.extend('admin::permission', (service) => ({
    ...service,
    cleanPermissionsInDatabase: doNothing,
  }));
  // Every start recreates the super admin's permissions; those of the newer release are the larger
  // set.
  services.extend('admin::role', (service) => ({
    ...service,
    resetSuperAdminPermissions: doNothing,
  }));
  services.extend('plugin::users-permissions.users-permissions', (service) => ({
    ...service,
    syncPermissions: doNothing,
  }));

  const { permissions } = strapi.contentAPI;
  const registerActions = permissions.registerActions.bind(permissions);
  permissions.registerActions = async () => {
    await registerActions();
    const { action: knownActions } = permissions.providers;
    const rows = (await strapi.db
      .query('admin::api-token-permission')
      .findMany({ select: ['action'] })) as Row[];
    for (const uid of new Set(rows.map(({ action }) => action))) {
      if (knownActions.has(uid)) continue;
      const [api = uid, controller = '', action = ''] = uid.split('.');
      await knownActions.register(uid, { api, controller, action, uid });
    }
  };
};
