import type { UID } from '@strapi/types';
import { contentTypes } from '@strapi/utils';
import type { WithStrapi } from './with-strapi';
import { getCurrentAbility } from './current-ability';
import { loadDefaultLocale } from './default-locale';
import { createEntryAccess } from './entry-access';
import {
  findModel,
  hasDrafts,
  isLocalized,
  type AttributeSchema,
  type ModelSchema,
} from './models';
import { getTable } from './queries';
import { extendService, requireFunctions } from './require-functions';
import { listSiteLocales } from './site-locales';

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

const createComponentLookup =
  ({ strapi }: WithStrapi) =>
  ({ component }: AttributeSchema): ModelSchema | undefined =>
    component === undefined ? undefined : findModel({ strapi }, component);

/** Returns the attributes that editors fill in. For a localized type, only the localized ones. */
const listEditableAttributes = (
  { strapi }: WithStrapi,
  model: ModelSchema,
): [string, AttributeSchema][] => {
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
const createView = (
  { strapi }: WithStrapi,
  { ability, uid }: Pick<WriteContext, 'ability' | 'uid'>,
  write: 'create' | 'update',
) => {
  const access = createEntryAccess({ strapi }, { ability, uid });
  const componentOf = createComponentLookup({ strapi });
  const mayReadField = (path: readonly string[]): boolean =>
    access.may('read', path.join('.')) && access.may(write, path.join('.'));
  const listFieldPaths = (model: ModelSchema, path: readonly string[]): string[][] =>
    listEditableAttributes({ strapi }, model).flatMap(([name, attribute]) => {
      const component = componentOf(attribute);
      const fieldPath = [...path, name];
      return component === undefined ? [fieldPath] : listFieldPaths(component, fieldPath);
    });
  return {
    sees: mayReadField,
    seesAny: (model: ModelSchema, path: readonly string[]) =>
      listFieldPaths(model, path).some(mayReadField),
    seesAll: (model: ModelSchema, path: readonly string[]) =>
      listFieldPaths(model, path).every(mayReadField),
  };
};

type View = ReturnType<typeof createView>;

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
      return each((part) => ofModel(createComponentLookup({ strapi })(attribute), part));
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
  const added = listEditableAttributes({ strapi }, model).flatMap(([name, attribute]) => {
    const [fieldPath, written, value] = [[...path, name], data[name], filled[name]];
    // The other entry owns this side of the relation.
    if (isEmpty(value) || attribute.mappedBy !== undefined) return [];
    const component = createComponentLookup({ strapi })(attribute);
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
  const keptFields = listEditableAttributes({ strapi }, model).flatMap(([name, attribute]) => {
    const [fieldPath, written, storedValue] = [[...path, name], data[name], stored[name]];
    const component = createComponentLookup({ strapi })(attribute);
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
const listDraftLocales = async (
  { strapi }: WithStrapi,
  model: ModelSchema,
  { uid, documentId }: WriteContext,
): Promise<string[]> => {
  const rows = await getTable<{ locale: string | null }>({ strapi }, uid).findMany({
    where: { documentId, ...(hasDrafts(model) && { publishedAt: null }) },
    select: ['locale'],
  });
  const existingLocales = new Set(rows.map(({ locale }) => locale));
  return (await listSiteLocales({ strapi })).filter((code) => existingLocales.has(code));
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
    createView({ strapi }, written, 'update'),
    createView({ strapi }, written, 'create'),
  ];
  if (update.seesAll(model, []) && create.seesAll(model, [])) return data;
  const { fetchRawDocument, transformDocument } = fillFromLocaleOf({ strapi });
  const locales = await listDraftLocales({ strapi }, model, written);
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
        const ability = getCurrentAbility({ strapi });
        const { data, locale } = options;
        if (ability === undefined || data === undefined) return update(documentId, uid, options);
        const language = locale ?? (await loadDefaultLocale({ strapi }));
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
  const view = createView({ strapi }, written, entries[1] === null ? 'create' : 'update');

  const findLostPaths = (
    inner: ModelSchema,
    values: Values,
    path: string[],
    isList: boolean,
  ): string[] =>
    listEditableAttributes({ strapi }, inner).flatMap(([name, attribute]) => {
      const [fieldPath, value] = [[...path, name], values[name]];
      if (isEmpty(value) || value === attribute.default) return [];
      const component = createComponentLookup({ strapi })(attribute);
      if (component === undefined)
        return isList && !view.sees(fieldPath) ? [fieldPath.join('.')] : [];
      if (!isList && !view.seesAny(component, fieldPath)) return [];
      const parts = [value].flat().filter(isValues);
      const isInList = isList || attribute.repeatable === true;
      return parts.flatMap((part) => findLostPaths(component, part, fieldPath, isInList));
    });

  const lostFields = entries.flatMap((entry) =>
    entry === null ? [] : findLostPaths(model, entry, [], false),
  );
  return [...new Set(lostFields)].sort();
};
