import type { TypeRequest } from '#platform/http/request-person';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { normalizeCode } from '#catalogue/codes';
import { findLineAttribute } from '#catalogue/entry-summary';
import { getCurrentLanguage } from '#platform/http/message-language';
import { createEntryAccess } from '#platform/strapi/entry-access';
import { findModel, hasDrafts } from '#platform/strapi/models';
import { buildPermittedWhere } from '#platform/strapi/permitted-query';
import { getTable } from '#platform/strapi/queries';
import { listPricedTypes } from '#catalogue/money/price-fields';
import type { Change, Column } from '../edit';
import { asData, isNaming, getStoredData } from './cells';
import {
  hideReferences,
  convertRowToReference,
  findNamingFields,
  findNamingAttributes,
} from './find-references';

/** Place of a column: the entry itself, or a single component of it (`seo.title`). */
type ColumnTarget = { part: string | null; field: string };

export const parseColumnTarget = (name: string): ColumnTarget => {
  const [part = '', field] = name.split('.');
  return field === undefined ? { part: null, field: name } : { part, field };
};

type Row = Readonly<Record<string, unknown>>;

/** Returns a component of a row; null if the row has none. */
const readComponent = (row: Row, part: string): Row | null => {
  const [component] = [row[part] ?? []].flat() as Row[];
  return component ?? null;
};

const readComponentFields = (row: Row, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const { part, field } = parseColumnTarget(name);
      return part === null ? [] : [[name, readComponent(row, part)?.[field] ?? null]];
    }),
  );

/** Sets a field of a component. Its id is kept, so that the other fields remain unchanged. */
const inPart = (before: unknown, stored: Row | null, field: string, value: unknown): Row => ({
  ...(stored !== null && { id: stored.id }),
  ...(before as Row | undefined),
  [field]: value,
});

/**
 * Returns whether the draft and the published version both have a component, or both lack it. If
 * only one has it, an undo would lose the component's other fields.
 */
export const isPartInBothVersions = (draft: Row, published: Row | null, name: string): boolean => {
  const { part } = parseColumnTarget(name);
  if (part === null || published === null) return true;
  return (readComponent(draft, part) === null) === (readComponent(published, part) === null);
};

type Version = Row & Pick<Change, 'locale'> & { updatedAt: string };

/** Adds the new value of a column to a draft's change, if any, with the values of its undo. */
export const withField = (
  former: Change | undefined,
  {
    column,
    draft,
    published,
    value,
  }: { column: Column; draft: Version; published: Row | null; value: unknown },
): Change => {
  const { locale, updatedAt: version } = draft;
  const change = former ?? { locale, version, data: {}, undo: {}, seen: null };
  const { part, field } = parseColumnTarget(column.name);
  const data = asData(column, value);
  const undo = getStoredData(column, draft);
  const seen = published && getStoredData(column, published);
  if (part === null) {
    return {
      ...change,
      data: { ...change.data, [field]: data },
      undo: { ...change.undo, [field]: undo },
      seen: published && { ...change.seen, [field]: seen },
    };
  }
  const stored = readComponent(draft, part);
  const mergePart = (values: Row | null, value: unknown): Row | null =>
    stored === null ? null : inPart(values?.[part], stored, field, value);
  return {
    ...change,
    data: { ...change.data, [part]: inPart(change.data[part], stored, field, data) },
    undo: { ...change.undo, [part]: mergePart(change.undo, undo) },
    seen: published && { ...change.seen, [part]: mergePart(change.seen, seen) },
  };
};

export type Draft = {
  documentId: string;
  locale: string | null;
  updatedAt: string;
  publishedAt: string | null;
  [attribute: string]: unknown;
};

/** Returns the published version of a draft in the same locale; null if there is none. */
export type PublishedOf = (draft: Draft) => Draft | null;

/**
 * Returns the conditions of rows that the user may both read and change. The two permissions can
 * have different limits.
 */
export const buildChangeableConditions = async (
  { strapi }: WithStrapi,
  { uid, ability }: TypeRequest,
): Promise<readonly object[]> => [
  await buildPermittedWhere({ strapi }, { ability, uid, query: {} }),
  await buildPermittedWhere({ strapi }, { ability, uid, query: {}, action: 'update' }),
];

const KEYS = ['documentId', 'SKU', 'slug'] as const;

/** Returns the attributes by which rows name entries of a type, as far as the user may read them. */
export const listKeyAttributes = (
  { strapi }: WithStrapi,
  { uid, ability }: TypeRequest,
): (typeof KEYS)[number][] => {
  const attributes = findModel({ strapi }, uid)?.attributes ?? {};
  const access = createEntryAccess({ strapi }, { ability, uid });
  return KEYS.filter(
    (name) => name === 'documentId' || (attributes[name] !== undefined && access.may('read', name)),
  );
};

/** Finds the changeable documents by key. */
export const findDocumentsByKey = async (
  { strapi }: WithStrapi,
  { uid, ability }: TypeRequest,
  keys: readonly string[],
): Promise<(key: string) => readonly string[]> => {
  const keyAttributes = listKeyAttributes({ strapi }, { uid, ability });
  const written = [...new Set(keys.flatMap((key) => [key, normalizeCode(key)]))];
  const rows = await getTable<Draft>({ strapi }, uid).findMany({
    where: {
      $and: [
        ...(await buildChangeableConditions({ strapi }, { uid, ability })),
        { $or: keyAttributes.map((name) => ({ [name]: { $in: written } })) },
      ],
    },
    select: [...keyAttributes],
    orderBy: { id: 'asc' },
  });
  const findDocumentIds = (key: string): readonly string[] => {
    // A blank cell names no entry, not the entries without a SKU.
    if (key === '') return [];
    for (const name of keyAttributes) {
      const documentIds = rows
        .filter((row) => row[name] === key)
        .map(({ documentId }) => documentId);
      if (documentIds.length > 0) return [...new Set(documentIds)];
    }
    return [];
  };
  return (key) => {
    const documentIds = findDocumentIds(key);
    return documentIds.length > 0 ? documentIds : findDocumentIds(normalizeCode(key));
  };
};

const toTextOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const asDraft = (row: Readonly<Record<string, unknown>>): Draft => ({
  ...row,
  documentId: String(row.documentId),
  locale: toTextOrNull(row.locale),
  updatedAt: String(row.updatedAt),
  publishedAt: toTextOrNull(row.publishedAt),
});

type BusinessLineName = { name?: string | null } | null;

/** Reads the business line of pages, which have no title of their own. */
const buildLinePopulate = ({ strapi }: WithStrapi, uid: string): Record<string, object> => {
  const isNamed = findNamingAttributes({ strapi }, uid).length > 0;
  const select = ['documentId', 'slug', 'name'];
  return isNamed || findLineAttribute({ strapi }, uid) !== 'vertical'
    ? {}
    : { vertical: { select } };
};

/** Reads the business lines of priced entries, whose currencies apply. */
const buildPricingPopulate = (
  { strapi }: WithStrapi,
  uid: string,
  columns: readonly Column[],
): Record<string, object> => {
  const lines = listPricedTypes({ strapi }).find((type) => type.uid === uid)?.lines ?? null;
  const isPriced = columns.some(({ kind }) => kind === 'price');
  return isPriced && lines !== null ? { [lines]: { select: ['documentId'] } } : {};
};

/**
 * Reads the changeable drafts of some documents with the values of some columns, and their
 * published versions.
 */
export const readChangeableDrafts = async (
  { strapi }: WithStrapi,
  { uid, ability }: TypeRequest,
  documents: readonly string[],
  columns: readonly Column[],
): Promise<{ drafts: readonly Draft[]; publishedOf: PublishedOf }> => {
  const relations = columns.filter(isNaming);
  const ofParts = columns
    .map(({ name }) => name)
    .filter((name) => parseColumnTarget(name).part !== null);
  const byLine = buildLinePopulate({ strapi }, uid);
  const rows = await getTable<Draft>({ strapi }, uid).findMany({
    where: {
      $and: [
        ...(await buildChangeableConditions({ strapi }, { uid, ability })),
        { documentId: { $in: [...documents] } },
      ],
    },
    populate: {
      ...byLine,
      ...buildPricingPopulate({ strapi }, uid, columns),
      ...Object.fromEntries(ofParts.map((name) => [String(parseColumnTarget(name).part), {}])),
      ...Object.fromEntries(
        relations.map(({ name, target }) => [
          name,
          { select: findNamingFields({ strapi }, target) },
        ]),
      ),
    },
    orderBy: { id: 'asc' },
  });
  await hideReferences(
    { strapi },
    { ability, language: getCurrentLanguage({ strapi }) },
    relations.flatMap(({ name, target }) =>
      rows.map((row) => ({ target, rows: [row[name] ?? []].flat() })),
    ),
  );
  const withNames = rows.map((row): Draft => ({
    ...asDraft(row),
    ...('vertical' in byLine && { name: (row.vertical as BusinessLineName)?.name }),
    ...readComponentFields(row, ofParts),
    ...Object.fromEntries(
      relations.map(({ name, target }) => [
        name,
        [row[name] ?? []].flat().map((related) => convertRowToReference(target, related)),
      ]),
    ),
  }));
  const isWithoutDrafts = !hasDrafts(findModel({ strapi }, uid));
  const buildVersionKey = ({ documentId, locale }: Pick<Draft, 'documentId' | 'locale'>): string =>
    `${documentId} ${locale ?? ''}`;
  const published = new Map(
    withNames
      .filter(({ publishedAt }) => publishedAt !== null)
      .map((row) => [buildVersionKey(row), row] as const),
  );
  return {
    drafts: withNames.filter(({ publishedAt }) => isWithoutDrafts || publishedAt === null),
    publishedOf: (draft) => published.get(buildVersionKey(draft)) ?? null,
  };
};
