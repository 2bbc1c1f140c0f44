import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { type AnyDocument, getDocumentService } from '#platform/strapi/documents';
import { createEntryAccess, createFieldCheck } from '#platform/strapi/entry-access';
import { findModel, hasDrafts, isLocalized, type AttributeSchema } from '#platform/strapi/models';
import type { DifferingField, DifferingVersion, ShownValue } from '../stale-translations';
import { buildPermittedWhere } from '#platform/strapi/permitted-query';
import { getTable } from '#platform/strapi/queries';
import { isSharedValue, isStoredByLanguage } from '#catalogue/language-values';
import { getFeatures } from '#feature/application';
import type { Field, Layout } from '#feature/layout';
import { getCurrentLanguage } from '#platform/http/message-language';

/** Field of an entry or of its single components, with its label in the form. */
type SharedField = {
  path: readonly string[];
  attribute: AttributeSchema;
  label: string;
  /** Names of enumeration values. */
  choices: Readonly<Record<string, string>>;
};

const NUMBERS: readonly string[] = ['integer', 'biginteger', 'decimal', 'float'];

const VALUES: readonly string[] = [
  ...NUMBERS,
  ...['boolean', 'enumeration', 'date', 'datetime', 'time'],
  ...['string', 'text', 'email', 'relation', 'media'],
];

const LABEL_SEPARATOR = ' › ';

const indexLayouts = ({ strapi }: WithStrapi): ReadonlyMap<string, Layout> =>
  new Map(
    getFeatures({ strapi })
      .flatMap(({ layouts }) => [...(layouts?.types ?? []), ...(layouts?.components ?? [])])
      .map((layout) => [layout.uid, layout]),
  );

/** Returns whether an entry owns the value of a field, and it can be copied between languages. */
const isCopied = (attribute: AttributeSchema, field: Field): boolean => {
  const { type, target, mappedBy } = attribute;
  if (!VALUES.includes(type) || !isSharedValue(attribute, field)) return false;
  return type !== 'relation' || (mappedBy === undefined && target?.startsWith('api::') === true);
};

/**
 * Returns the fields of a localized type that have one value in every language, although each
 * language stores its own. Fields in lists of components are not among them.
 */
const listSharedFields = ({ strapi }: WithStrapi, uid: string): readonly SharedField[] => {
  const layouts = indexLayouts({ strapi });
  const language = getCurrentLanguage({ strapi });

  const listModelSharedFields = (model: string): SharedField[] =>
    Object.entries(findModel({ strapi }, model)?.attributes ?? {}).flatMap(
      ([name, attribute]): SharedField[] => {
        const row = layouts.get(model)?.rows.find((layoutRow) => name in layoutRow);
        const field = row?.[name];
        if (attribute === undefined || field === undefined) return [];
        if (model === uid && !isStoredByLanguage(attribute)) return [];
        const label = field.label[language];
        if (isCopied(attribute, field)) {
          const choices = Object.fromEntries(
            Object.entries(field.choices ?? {}).map(([value, text]) => [value, text[language]]),
          );
          return [{ path: [name], attribute, label, choices }];
        }
        const { type, component, repeatable } = attribute;
        if (type !== 'component' || component === undefined || repeatable === true) return [];
        return listModelSharedFields(component).map((inner) => ({
          ...inner,
          path: [name, ...inner.path],
          label: label + LABEL_SEPARATOR + inner.label,
        }));
      },
    );

  return listModelSharedFields(uid);
};

/** Returns the `populate` parameter for some fields. */
const buildPopulate = (
  fields: readonly Pick<SharedField, 'path' | 'attribute'>[],
): Record<string, object> => {
  const populate: Record<string, { populate?: Record<string, object> }> = {};
  for (const { path, attribute } of fields) {
    const [name = '', ...inner] = path;
    if (inner.length > 0) {
      const innerPopulate = buildPopulate([{ path: inner, attribute }]);
      populate[name] = { populate: { ...populate[name]?.populate, ...innerPopulate } };
    } else if (attribute.type === 'relation' || attribute.type === 'media') {
      populate[name] = {};
    }
  }
  return populate;
};

type Row = { documentId: string; locale: string | null };

type RowSelection = { ability: unknown; target: string; ids: readonly string[] };

const findReadableRows = async (
  { strapi }: WithStrapi,
  { ability, target, ids }: RowSelection,
): Promise<Row[]> => {
  const uid = target as UID.ContentType;
  if (ids.length === 0 || !createEntryAccess({ strapi }, { ability, uid }).may('read')) return [];
  const permitted = await buildPermittedWhere({ strapi }, { ability, uid, query: {} });
  const isDraft = hasDrafts(findModel({ strapi }, target)) && { publishedAt: null };
  return getTable<Row>({ strapi }, uid).findMany({
    where: { $and: [permitted, { documentId: { $in: [...new Set(ids)] }, ...isDraft }] },
  });
};

/** Reads the entries of a type that a relation refers to, as far as a user may read them. */
const readRelatedEntries = async ({ strapi }: WithStrapi, selection: RowSelection) => {
  const rows = await findReadableRows({ strapi }, selection);
  const layout = indexLayouts({ strapi }).get(selection.target);
  const name = layout?.shownAs ?? layout?.title ?? 'documentId';
  const mayReadNames = createFieldCheck({ strapi }, selection.ability, selection.target)(name);
  const hasLanguages = isLocalized(findModel({ strapi }, selection.target));
  return {
    mayReadAll: (ids: readonly string[]): boolean =>
      ids.every((id) => rows.some(({ documentId }) => documentId === id)),

    /** Returns the entries that have a version in a language. */
    existingIn: (ids: readonly string[], locale: string): readonly string[] =>
      ids.filter(
        (id) => !hasLanguages || rows.some((row) => row.documentId === id && row.locale === locale),
      ),

    nameIn: (id: string, locale: string): string => {
      const all = rows.filter(({ documentId }) => documentId === id);
      const row = all.find((item) => item.locale === locale) ?? all[0];
      const values: Readonly<Record<string, unknown>> = row ?? {};
      const nameValue = values[name];
      return mayReadNames && typeof nameValue === 'string' ? nameValue : id;
    },
  };
};

type RelatedEntries = Awaited<ReturnType<typeof readRelatedEntries>>;

type Values = Readonly<Record<string, unknown>>;

type Subject = { uid: UID.ContentType; documentId: string; locale: string; ability: unknown };

/** A differing field with its value in the form of a write. */
type Difference = { field: DifferingField; value: unknown };

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const getValueAtPath = (row: Values, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (isValues(value) ? value[name] : undefined), row);

const toRows = (value: unknown): readonly Values[] => [value ?? []].flat().filter(isValues);

const getDocumentIds = (value: unknown): string[] =>
  toRows(value).map(({ documentId }) => String(documentId));

/** Returns a value in comparable form. A switch that is off and one without a value are equal. */
const toComparable = ({ type }: AttributeSchema, value: unknown): string => {
  if (type === 'media') return JSON.stringify(toRows(value).map(({ id }) => id));
  if (value === null || value === undefined || value === '' || value === false) return '';
  return NUMBERS.includes(type) ? String(Number(value)) : JSON.stringify(value);
};

const toShownValue = (
  { attribute: { type }, choices }: SharedField,
  value: unknown,
): ShownValue => {
  if (type === 'boolean') return value === true;
  if (type === 'media') return toRows(value).map(({ name }) => String(name));
  if (value === null || value === undefined || value === '') return null;
  if (NUMBERS.includes(type)) return Number(value);
  if (typeof value !== 'string') return value instanceof Date ? value.toISOString() : null;
  return choices[value] ?? value;
};

const toMediaData = ({ multiple }: AttributeSchema, value: unknown): unknown => {
  const ids = toRows(value).map(({ id }) => id);
  return multiple === true ? ids : (ids[0] ?? null);
};

/** Compares the related entries of the saved version, as far as they exist in the other language. */
const compareRelation = (
  related: RelatedEntries,
  { saved, other, locale }: { saved: unknown; other: unknown; locale: string },
): (Pick<DifferingField, 'before' | 'after'> & { value: unknown }) | null => {
  const requestedIds = related.existingIn(getDocumentIds(saved), locale);
  const present = getDocumentIds(other);
  if (!related.mayReadAll([...getDocumentIds(saved), ...present])) return null;
  if (requestedIds.toSorted().join(' ') === present.toSorted().join(' ')) return null;
  const getNames = (ids: readonly string[]): string[] =>
    ids.map((id) => related.nameIn(id, locale));
  return {
    before: getNames(present),
    after: getNames(requestedIds),
    value: { set: requestedIds.map((documentId) => ({ documentId })) },
  };
};

/** Compares a field of a version with that of the saved version. Returns null if they are equal. */
const compareField = (
  sharedField: SharedField,
  {
    saved,
    row,
    related,
  }: { saved: AnyDocument; row: AnyDocument; related: RelatedEntries | undefined },
): Difference | null => {
  const { path, attribute, label } = sharedField;
  const [ownValue, other] = [getValueAtPath(saved, path), getValueAtPath(row, path)];
  const pathAndLabel = { path: path.join('.'), label };
  if (related !== undefined) {
    const relation = compareRelation(related, {
      saved: ownValue,
      other,
      locale: row.locale ?? '',
    });
    if (relation === null) return null;
    const { value, ...values } = relation;
    return { field: { ...pathAndLabel, ...values }, value };
  }
  if (toComparable(attribute, ownValue) === toComparable(attribute, other)) return null;
  const values = {
    before: toShownValue(sharedField, other),
    after: toShownValue(sharedField, ownValue),
  };
  const value = attribute.type === 'media' ? toMediaData(attribute, ownValue) : (ownValue ?? null);
  return { field: { ...pathAndLabel, ...values }, value };
};

/**
 * Adds a value to the body of a write. A component is named by its id, so that it keeps its other
 * fields.
 */
const addValue = (data: Values, row: Values, path: readonly string[], value: unknown): Values => {
  const [name = '', ...inner] = path;
  if (inner.length === 0) return { ...data, [name]: value };
  const [stored, begun] = [row[name], data[name]];
  const id = isValues(stored) ? { id: stored.id } : {};
  const part = isValues(begun) ? begun : id;
  return { ...data, [name]: addValue(part, isValues(stored) ? stored : {}, inner, value) };
};

/**
 * Returns the versions of an entry in other languages whose values differ from those of a saved
 * version. Only versions and fields that the user may read and update are returned.
 *
 * @param names the attributes of the type to compare
 */
export const findDifferingVersions = async (
  { strapi }: WithStrapi,
  { uid, documentId, locale, ability }: Subject,
  names: readonly string[],
): Promise<DifferingVersion[]> => {
  const model = findModel({ strapi }, uid);
  if (!isLocalized(model) || !hasDrafts(model)) return [];
  const all = listSharedFields({ strapi }, uid);
  const fields = all.filter(({ path: [name = ''] }) => names.includes(name));
  if (fields.length === 0) return [];
  const access = createEntryAccess({ strapi }, { ability, uid });
  const readable = await access.draftLocales('read', documentId);
  const updatable = await access.draftLocales('update', documentId);
  if (!readable.includes(locale)) return [];
  const rows = await getDocumentService({ strapi }, uid).findMany({
    filters: { documentId },
    locale: '*',
    status: 'draft',
    // Conditions of roles depend on relations, such as business lines.
    populate: buildPopulate(all),
  });
  const saved = rows.find((row) => row.locale === locale);
  if (saved === undefined) return [];
  const isPermitted = (code = ''): boolean => readable.includes(code) && updatable.includes(code);
  const others = rows.filter((row) => row !== saved && isPermitted(row.locale ?? ''));

  const related = new Map<string, RelatedEntries>();
  for (const { path, attribute } of fields) {
    if (attribute.type !== 'relation' || attribute.target === undefined) continue;
    const ids = [saved, ...others].flatMap((row) => getDocumentIds(getValueAtPath(row, path)));
    const selection = { ability, target: attribute.target, ids };
    related.set(path.join('.'), await readRelatedEntries({ strapi }, selection));
  }

  const mayReadSaved = access.readableFields(saved);
  return others.flatMap((row): DifferingVersion[] => {
    const [mayRead, mayUpdate] = [access.readableFields(row), access.updatableFields(row)];
    const differing: DifferingField[] = [];
    let data: Values = {};
    for (const field of fields) {
      const path = field.path.join('.');
      if (!mayReadSaved(path) || !mayRead(path) || !mayUpdate(path)) continue;
      const difference = compareField(field, { saved, row, related: related.get(path) });
      if (difference === null) continue;
      differing.push(difference.field);
      data = addValue(data, row, field.path, difference.value);
    }
    const version = { locale: row.locale ?? '', version: String(row.updatedAt) };
    return differing.length === 0 ? [] : [{ ...version, fields: differing, data }];
  });
};
