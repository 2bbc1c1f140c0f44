import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { normalizeCode } from '../../../../catalogue/codes';
import { lineAttributeOf } from '../../../../feature/entries-in-lists';
import { findModel, hasDrafts } from '../../../../platform/strapi/models';
import { permittedWhere } from '../../../../platform/strapi/permitted-query';
import { tableOf } from '../../../../platform/strapi/queries';
import { pricedTypes } from '../../../commerce/prices';
import type { Column } from '../edit';
import { isNaming } from './cells';
import { namedOf, namingFieldsOf, namingOf } from './named';
import { fieldsOfParts, placeOf } from './parts';

export type Draft = {
  documentId: string;
  locale: string | null;
  updatedAt: string;
  publishedAt: string | null;
  [attribute: string]: unknown;
};

/** What visitors see of the entry that a draft belongs to, in its language; null: nothing. */
export type PublishedOf = (draft: Draft) => Draft | null;

type Wanted = { uid: UID.ContentType; ability: unknown };

/** Which rows somebody may both see and change; a line's limit stands with the one, a language's with both. */
export const changeable = async (
  { strapi }: WithStrapi,
  { uid, ability }: Wanted,
): Promise<readonly object[]> => [
  await permittedWhere({ strapi }, { ability, uid, query: {} }),
  await permittedWhere({ strapi }, { ability, uid, query: {}, action: 'update' }),
];

const KEYS = ['documentId', 'SKU', 'slug'] as const;

/** The attributes by which rows name entries of a type. */
export const keysOf = ({ strapi }: WithStrapi, uid: string): (typeof KEYS)[number][] => {
  const attributes = findModel({ strapi }, uid)?.attributes ?? {};
  return KEYS.filter((name) => name === 'documentId' || attributes[name] !== undefined);
};

/** The documents that some keys mean, by the key: of those that somebody may change. */
export const documentsByKey = async (
  { strapi }: WithStrapi,
  { uid, ability }: Wanted,
  keys: readonly string[],
): Promise<(key: string) => readonly string[]> => {
  const by = keysOf({ strapi }, uid);
  const written = [...new Set(keys.flatMap((key) => [key, normalizeCode(key)]))];
  const rows = await tableOf<Draft>({ strapi }, uid).findMany({
    where: {
      $and: [
        ...(await changeable({ strapi }, { uid, ability })),
        { $or: by.map((name) => ({ [name]: { $in: written } })) },
      ],
    },
    select: [...by],
    orderBy: { id: 'asc' },
  });
  const meantBy = (key: string): readonly string[] => {
    // A cell that was left blank names nothing, not what has no SKU.
    if (key === '') return [];
    for (const name of by) {
      const found = rows.filter((row) => row[name] === key).map(({ documentId }) => documentId);
      if (found.length > 0) return [...new Set(found)];
    }
    return [];
  };
  return (key) => {
    const found = meantBy(key);
    return found.length > 0 ? found : meantBy(normalizeCode(key));
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

type Line = { name?: string | null } | null;

/** Pages have no title of their own; they are those of a business line. */
const lineNaming = ({ strapi }: WithStrapi, uid: string): Record<string, object> => {
  const isNamed = namingOf({ strapi }, uid).length > 0;
  const select = ['documentId', 'slug', 'name'];
  return isNamed || lineAttributeOf({ strapi }, uid) !== 'vertical' ? {} : { vertical: { select } };
};

/** Prices are charged in the currencies of the entry's business lines. */
const pricing = (
  { strapi }: WithStrapi,
  uid: string,
  columns: readonly Column[],
): Record<string, object> => {
  const lines = pricedTypes({ strapi }).find((type) => type.uid === uid)?.lines ?? null;
  const isPriced = columns.some(({ kind }) => kind === 'price');
  return isPriced && lines !== null ? { [lines]: { select: ['documentId'] } } : {};
};

/** The drafts of some documents that somebody may change, with what some columns show of them, and what is published of them. */
export const draftsOf = async (
  { strapi }: WithStrapi,
  { uid, ability }: Wanted,
  documents: readonly string[],
  columns: readonly Column[],
): Promise<{ drafts: readonly Draft[]; publishedOf: PublishedOf }> => {
  const model = findModel({ strapi }, uid);
  const relations = columns.filter(isNaming);
  const ofParts = columns.map(({ name }) => name).filter((name) => placeOf(name).part !== null);
  const byLine = lineNaming({ strapi }, uid);
  const rows = await tableOf<Draft>({ strapi }, uid).findMany({
    where: {
      $and: [
        ...(await changeable({ strapi }, { uid, ability })),
        { documentId: { $in: [...documents] } },
      ],
    },
    populate: {
      ...byLine,
      ...pricing({ strapi }, uid, columns),
      ...Object.fromEntries(ofParts.map((name) => [String(placeOf(name).part), {}])),
      ...Object.fromEntries(
        relations.map(({ name, target }) => [name, { select: namingFieldsOf({ strapi }, target) }]),
      ),
    },
    orderBy: { id: 'asc' },
  });
  const withNames = rows.map((row): Draft => ({
    ...asDraft(row),
    ...('vertical' in byLine && { name: (row.vertical as Line)?.name }),
    ...fieldsOfParts(row, ofParts),
    ...Object.fromEntries(
      relations.map(({ name, target }) => [
        name,
        [row[name] ?? []].flat().map((one) => namedOf(target, one)),
      ]),
    ),
  }));
  const isDraft = ({ publishedAt }: Draft): boolean =>
    model === undefined || !hasDrafts(model) || publishedAt === null;
  const languageOf = ({ documentId, locale }: Pick<Draft, 'documentId' | 'locale'>): string =>
    `${documentId} ${locale ?? ''}`;
  const published = new Map(
    withNames
      .filter(({ publishedAt }) => publishedAt !== null)
      .map((row) => [languageOf(row), row] as const),
  );
  return {
    drafts: withNames.filter(isDraft),
    publishedOf: (draft) => published.get(languageOf(draft)) ?? null,
  };
};
