import type { UID } from '@strapi/types';
import { contentTypes } from '@strapi/utils';
import type { WithStrapi } from './with-strapi';
import { currentAbility } from './current-ability';
import { defaultLocale } from './default-locale';
import { entryAccess } from './entry-access';
import {
  findModel,
  hasDrafts,
  isLocalized,
  type AttributeSchema,
  type ModelSchema,
} from './models';
import { tableOf } from './queries';
import { extendService, requireFunctions } from './require-functions';
import { siteLocales } from './site-locales';

const ADAPTER = 'hidden-in-languages.ts';

type Values = Readonly<Record<string, unknown>>;

type Ability = { can: (...args: unknown[]) => boolean };

type FillFromLocale = {
  fetchRawDocument: (uid: string, locale: string, documentId: string) => Promise<Values | null>;
  transformDocument: (
    document: Values,
    uid: string,
    locale: string,
    ability: Ability,
  ) => Promise<Values>;
};

type ContentTypes = { getNonLocalizedAttributes: (model: ModelSchema) => string[] };

type Options = { data?: Values; locale?: string };

type Manager = {
  update: (id: string, uid: UID.ContentType, options?: Options) => Promise<unknown>;
};

type Relations = { connect: readonly { documentId: string; locale?: string }[] };

/** A user's write to one locale of an entry. */
type WriteContext = { ability: unknown; uid: UID.ContentType; documentId: string; locale: string };

/**
 * Ability for reading fields that the user cannot see. They are stored where the user cannot see
 * them either.
 */
const EVERYBODY: Ability = { can: () => true };

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fillFromLocaleOf = ({ strapi }: WithStrapi): FillFromLocale =>
  requireFunctions<FillFromLocale>(ADAPTER, strapi.plugin('i18n').service('fill-from-locale'), [
    'fetchRawDocument',
    'transformDocument',
  ]);

const componentsOf =
  ({ strapi }: WithStrapi) =>
  ({ component }: AttributeSchema): ModelSchema | undefined =>
    component === undefined ? undefined : findModel({ strapi }, component);

/** Returns the attributes that editors fill in. For a localized type, only the localized ones. */
const attributesOf = ({ strapi }: WithStrapi, model: ModelSchema): [string, AttributeSchema][] => {
  const { getNonLocalizedAttributes } = requireFunctions<ContentTypes>(
    ADAPTER,
    strapi.plugin('i18n').service('content-types'),
    ['getNonLocalizedAttributes'],
  );
  // Strapi copies the fields that all locales share.
  const shared = new Set(isLocalized(model) ? getNonLocalizedAttributes(model) : []);
  return Object.entries(model.attributes).flatMap(([name, attribute]) =>
    attribute !== undefined &&
    !shared.has(name) &&
    contentTypes.isVisibleAttribute(model as never, name)
      ? [[name, attribute]]
      : [],
  );
};

/** Returns a user's field permissions for reading and writing a type. */
const viewOf = (
  { strapi }: WithStrapi,
  { ability, uid }: Pick<WriteContext, 'ability' | 'uid'>,
  write: 'create' | 'update',
) => {
  const access = entryAccess({ strapi }, { ability, uid });
  const componentOf = componentsOf({ strapi });
  const mayReadField = (path: readonly string[]): boolean =>
    access.may('read', path.join('.')) && access.may(write, path.join('.'));
  const fieldsOf = (model: ModelSchema, path: readonly string[]): string[][] =>
    attributesOf({ strapi }, model).flatMap(([name, attribute]) => {
      const component = componentOf(attribute);
      const fieldPath = [...path, name];
      return component === undefined ? [fieldPath] : fieldsOf(component, fieldPath);
    });
  return {
    sees: mayReadField,
    seesAny: (model: ModelSchema, path: readonly string[]) =>
      fieldsOf(model, path).some(mayReadField),
    seesAll: (model: ModelSchema, path: readonly string[]) =>
      fieldsOf(model, path).every(mayReadField),
  };
};

type View = ReturnType<typeof viewOf>;

/** Returns values in the Document Service's input form: entries as document ids, files as ids. */
const asInput = ({ strapi }: WithStrapi, attribute: AttributeSchema, value: unknown): unknown => {
  const ofModel = (model: ModelSchema | undefined, values: unknown): unknown =>
    !isValues(values)
      ? values
      : Object.fromEntries(
          Object.entries(values).flatMap(([name, item]) => {
            if (name === '__component') return [[name, item]];
            const inner = model?.attributes[name];
            return inner === undefined ? [] : [[name, asInput({ strapi }, inner, item)]];
          }),
        );
  const each = (change: (value: unknown) => unknown): unknown =>
    Array.isArray(value) ? value.map(change) : change(value);
  switch (attribute.type) {
    case 'media':
      return each((file) => (isValues(file) ? file.id : file));
    case 'relation':
      return {
        connect: (value as Relations).connect.map(({ documentId, locale }) => ({
          documentId,
          ...(locale !== undefined && { locale }),
        })),
      };
    case 'component':
      return each((part) => ofModel(componentsOf({ strapi })(attribute), part));
    case 'dynamiczone':
      return each((part) =>
        ofModel(findModel({ strapi }, String((part as Values).__component)), part),
      );
    default:
      return value;
  }
};

/** Adds the values of another locale that a user cannot see to the values that the user writes. */
const addHidden = (
  { strapi }: WithStrapi,
  view: View,
  {
    model,
    data,
    filled,
    path,
  }: { model: ModelSchema; data: Values; filled: Values; path: string[] },
): Values => {
  const added = attributesOf({ strapi }, model).flatMap(([name, attribute]) => {
    const [fieldPath, written, value] = [[...path, name], data[name], filled[name]];
    // The other entry owns this side of the relation.
    if (isEmpty(value) || attribute.mappedBy !== undefined) return [];
    const component = componentsOf({ strapi })(attribute);
    const isSeen =
      component === undefined ? view.sees(fieldPath) : view.seesAny(component, fieldPath);
    if (!isSeen)
      return name in data ? [] : [[name, asInput({ strapi }, attribute, value)] as const];
    if (component === undefined || !isValues(written) || !isValues(value)) return [];
    const innerValues = { model: component, data: written, filled: value, path: fieldPath };
    return [[name, addHidden({ strapi }, view, innerValues)] as const];
  });
  return { ...data, ...Object.fromEntries(added) };
};

/**
 * Keeps existing components, with their hidden fields, where a user sees only some of the fields.
 */
const keepComponents = (
  { strapi }: WithStrapi,
  view: View,
  {
    model,
    data,
    stored,
    path,
  }: { model: ModelSchema; data: Values; stored: Values; path: string[] },
): Values => {
  const keptFields = attributesOf({ strapi }, model).flatMap(([name, attribute]) => {
    const [fieldPath, written, storedValue] = [[...path, name], data[name], stored[name]];
    const component = componentsOf({ strapi })(attribute);
    if (component === undefined || !isValues(written) || !isValues(storedValue)) return [];
    if (view.seesAll(component, fieldPath) || (written.id ?? storedValue.id) !== storedValue.id)
      return [];
    const innerValues = { model: component, data: written, stored: storedValue, path: fieldPath };
    return [
      [name, { ...keepComponents({ strapi }, view, innerValues), id: storedValue.id }] as const,
    ];
  });
  return { ...data, ...Object.fromEntries(keptFields) };
};

/** Returns the locales in which an entry has a draft, the default one first. */
const draftLocalesOf = async (
  { strapi }: WithStrapi,
  model: ModelSchema,
  { uid, documentId }: WriteContext,
): Promise<string[]> => {
  const rows = await tableOf<{ locale: string | null }>({ strapi }, uid).findMany({
    where: { documentId, ...(hasDrafts(model) && { publishedAt: null }) },
    select: ['locale'],
  });
  const existingLocales = new Set(rows.map(({ locale }) => locale));
  return (await siteLocales({ strapi })).filter((code) => existingLocales.has(code));
};

const withHidden = async (
  { strapi }: WithStrapi,
  written: WriteContext,
  data: Values,
): Promise<Values> => {
  const { uid, documentId, locale } = written;
  const model = findModel({ strapi }, uid);
  if (model === undefined || !isLocalized(model)) return data;
  const [update, create] = [
    viewOf({ strapi }, written, 'update'),
    viewOf({ strapi }, written, 'create'),
  ];
  if (update.seesAll(model, []) && create.seesAll(model, [])) return data;
  const { fetchRawDocument, transformDocument } = fillFromLocaleOf({ strapi });
  const locales = await draftLocalesOf({ strapi }, model, written);
  const [from = locale] = locales;
  const hasLocale = locales.includes(locale);
  const storedDocument = await fetchRawDocument(uid, hasLocale ? locale : from, documentId);
  if (storedDocument === null) return data;
  if (hasLocale)
    return keepComponents({ strapi }, update, { model, data, stored: storedDocument, path: [] });
  const filled = await transformDocument(storedDocument, uid, locale, EVERYBODY);
  return addHidden({ strapi }, create, { model, data, filled, path: [] });
};

/**
 * Copies the hidden fields of an entry into a new locale, as Strapi copies shared fields.
 * Components that the user sees in part keep their other fields. The form of a locale sends neither
 * these fields nor the ids of components that were filled in from another locale. Call it in
 * `register`.
 */
export const copyHiddenIntoLanguages = ({ strapi }: WithStrapi): void => {
  const uidOfManager = 'plugin::content-manager.document-manager';
  const extended = { adapter: ADAPTER, uid: uidOfManager, names: ['update'] as const };
  extendService<Manager>({ strapi }, extended, (service) => {
    const { update } = service;
    return {
      ...service,
      async update(documentId, uid, options = {}) {
        const ability = currentAbility({ strapi });
        const { data, locale } = options;
        if (ability === undefined || data === undefined) return update(documentId, uid, options);
        const language = locale ?? (await defaultLocale({ strapi }));
        const written = { ability, uid, documentId, locale: language };
        return update(documentId, uid, {
          ...options,
          data: await withHidden({ strapi }, written, data),
        });
      },
    };
  });
};

/**
 * Returns the non-empty fields that would be lost when a user fills in a locale from another one.
 * These are hidden fields in lists of components, because a save does not identify the components.
 */
export const findLostFields = async (
  { strapi }: WithStrapi,
  { from, ...written }: WriteContext & { from: string },
): Promise<string[]> => {
  const { uid, documentId, locale } = written;
  const model = findModel({ strapi }, uid);
  if (model === undefined) return [];
  const { fetchRawDocument } = fillFromLocaleOf({ strapi });
  const entries = [
    await fetchRawDocument(uid, from, documentId),
    await fetchRawDocument(uid, locale, documentId),
  ];
  const view = viewOf({ strapi }, written, entries[1] === null ? 'create' : 'update');

  const lostIn = (inner: ModelSchema, values: Values, path: string[], isList: boolean): string[] =>
    attributesOf({ strapi }, inner).flatMap(([name, attribute]) => {
      const [fieldPath, value] = [[...path, name], values[name]];
      if (isEmpty(value) || value === attribute.default) return [];
      const component = componentsOf({ strapi })(attribute);
      if (component === undefined)
        return isList && !view.sees(fieldPath) ? [fieldPath.join('.')] : [];
      if (!isList && !view.seesAny(component, fieldPath)) return [];
      const parts = [value].flat().filter(isValues);
      const isInList = isList || attribute.repeatable === true;
      return parts.flatMap((part) => lostIn(component, part, fieldPath, isInList));
    });

  const lostFields = entries.flatMap((entry) =>
    entry === null ? [] : lostIn(model, entry, [], false),
  );
  return [...new Set(lostFields)].sort();
};
