import type { TypeRequest } from '#platform/http/request-person';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { normalizeCode } from '#catalogue/codes';
import { lineAttributeOf } from '#catalogue/entry-summary';
import { currentLanguage } from '#platform/http/message-language';
import { entryAccess } from '#platform/strapi/entry-access';
import { findModel, hasDrafts } from '#platform/strapi/models';
import { permittedWhere } from '#platform/strapi/permitted-query';
import { tableOf } from '#platform/strapi/queries';
import { pricedTypes } from '#catalogue/money/price-fields';
import type { Change, Column } from '../edit';
import { asData, isNaming, storedIn } from './cells';
import {
  hideReferences,
  referenceFromRow,
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
  const undo = storedIn(column, draft);
  const seen = published && storedIn(column, published);
  if (part === null) {
    return {
      ...change,
      data: { ...change.data, [field]: data },
      undo: { ...change.undo, [field]: undo },
      seen: published && { ...change.seen, [field]: seen },
    };
  }
  const stored = readComponent(draft, part);
  const partBefore = (values: Row | null, value: unknown): Row | null =>
    stored === null ? null : inPart(values?.[part], stored, field, value);
  return {
    ...change,
    data: { ...change.data, [part]: inPart(change.data[part], stored, field, data) },
    undo: { ...change.undo, [part]: partBefore(change.undo, undo) },
    seen: published && { ...change.seen, [part]: partBefore(change.seen, seen) },
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
export const changeableWhere = async (
  { strapi }: WithStrapi,
  { uid, ability }: TypeRequest,
): Promise<readonly object[]> => [
  await permittedWhere({ strapi }, { ability, uid, query: {} }),
  await permittedWhere({ strapi }, { ability, uid, query: {}, action: 'update' }),
];

const KEYS = ['documentId', 'SKU', 'slug'] as const;

/** Returns the attributes by which rows name entries of a type, as far as the user may read them. */
export const keysOf = (
  { strapi }: WithStrapi,
  { uid, ability }: TypeRequest,
): (typeof KEYS)[number][] => {
  const attributes = findModel({ strapi }, uid)?.attributes ?? {};
  const access = entryAccess({ strapi }, { ability, uid });
  return KEYS.filter(
    (name) => name === 'documentId' || (attributes[name] !== undefined && access.may('read', name)),
  );
};

/** Finds the changeable documents by key. */
export const documentsByKey = async (
  { strapi }: WithStrapi,
  { uid, ability }: TypeRequest,
  keys: readonly string[],
): Promise<(key: string) => readonly string[]> => {
  const keyAttributes = keysOf({ strapi }, { uid, ability });
  const written = [...new Set(keys.flatMap((key) => [key, normalizeCode(key)]))];
  const rows = await tableOf<Draft>({ strapi }, uid).findMany({
    where: {
      $and: [
        ...(await changeableWhere({ strapi }, { uid, ability })),
        { $or: keyAttributes.map((name) => ({ [name]: { $in: written } })) },
      ],
    },
    select: [...keyAttributes],
    orderBy: { id: 'asc' },
  });
  const documentsWithKey = (key: string): readonly string[] => {
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
    const documentIds = documentsWithKey(key);
    return documentIds.length > 0 ? documentIds : documentsWithKey(normalizeCode(key));
  };
};

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const asDraft = (row: Readonly<Record<string, unknown>>): Draft => ({
  ...row,
  documentId: String(row.documentId),
  locale: textOrNull(row.locale),
  updatedAt: String(row.updatedAt),
  publishedAt: textOrNull(row.publishedAt),
});

type BusinessLineName = { name?: string | null } | null;

/** Reads the business line of pages, which have no title of their own. */
const lineNaming = ({ strapi }: WithStrapi, uid: string): Record<string, object> => {
  const isNamed = findNamingAttributes({ strapi }, uid).length > 0;
  const select = ['documentId', 'slug', 'name'];
  return isNamed || lineAttributeOf({ strapi }, uid) !== 'vertical' ? {} : { vertical: { select } };
};

/** Reads the business lines of priced entries, whose currencies apply. */
const pricing = (
  { strapi }: WithStrapi,
  uid: string,
  columns: readonly Column[],
): Record<string, object> => {
  const lines = pricedTypes({ strapi }).find((type) => type.uid === uid)?.lines ?? null;
  const isPriced = columns.some(({ kind }) => kind === 'price');
  return isPriced && lines !== null ? { [lines]: { select: ['documentId'] } } : {};
};

/**
 * Reads the changeable drafts of some documents with the values of some columns, and their
 * published versions.
 */
export const draftsOf = async (
  { strapi }: WithStrapi,
  { uid, ability }: TypeRequest,
  documents: readonly string[],
  columns: readonly Column[],
): Promise<{ drafts: readonly Draft[]; publishedOf: PublishedOf }> => {
  const relations = columns.filter(isNaming);
  const ofParts = columns
    .map(({ name }) => name)
    .filter((name) => parseColumnTarget(name).part !== null);
  const byLine = lineNaming({ strapi }, uid);
  const rows = await tableOf<Draft>({ strapi }, uid).findMany({
    where: {
      $and: [
        ...(await changeableWhere({ strapi }, { uid, ability })),
        { documentId: { $in: [...documents] } },
      ],
    },
    populate: {
      ...byLine,
      ...pricing({ strapi }, uid, columns),
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
    { ability, language: currentLanguage({ strapi }) },
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
        [row[name] ?? []].flat().map((related) => referenceFromRow(target, related)),
      ]),
    ),
  }));
  const isWithoutDrafts = !hasDrafts(findModel({ strapi }, uid));
  const languageOf = ({ documentId, locale }: Pick<Draft, 'documentId' | 'locale'>): string =>
    `${documentId} ${locale ?? ''}`;
  const published = new Map(
    withNames
      .filter(({ publishedAt }) => publishedAt !== null)
      .map((row) => [languageOf(row), row] as const),
  );
  return {
    drafts: withNames.filter(({ publishedAt }) => isWithoutDrafts || publishedAt === null),
    publishedOf: (draft) => published.get(languageOf(draft)) ?? null,
  };
};
