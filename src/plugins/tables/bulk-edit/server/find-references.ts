import type { TypeRequest } from '#platform/http/request-person';
import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { toComparableText } from '#catalogue/comparable-text';
import { findModel } from '#platform/strapi/models';
import { createFieldCheck } from '#platform/strapi/entry-access';
import { buildPermittedWhere } from '#platform/strapi/permitted-query';
import { getTable } from '#platform/strapi/queries';
import type { Text } from '#feature/layout';
import { createHiddenTitles, isHiddenTitle } from '#catalogue/access/hidden-entries';
import type { Column } from '../edit';
import { splitNames, type NamedReference } from './cells';

type Row = {
  documentId: string;
  locale?: string | null;
  publishedAt?: Date | string | null;
  slug?: string | null;
  name?: string | null;
  title?: string | null;
  isHidden?: true;
};

/** Returns the attributes by which cells name entries of a type. */
export const findNamingAttributes = (
  { strapi }: WithStrapi,
  uid: string,
): ('slug' | 'name' | 'title')[] => {
  const attributes = findModel({ strapi }, uid)?.attributes ?? {};
  return (['slug', 'name', 'title'] as const).filter((name) => attributes[name] !== undefined);
};

/** Type of media library files, which cells refer to by name. */
export const FILE = 'plugin::upload.file';

type StoredFile = { id: number; name: string };

const convertFileToReference = ({ id, name }: StoredFile): NamedReference => ({
  documentId: String(id),
  slug: null,
  name,
});

/** Returns the reference to an entry or file that was read with its naming fields. */
export const convertRowToReference = (target: string | null, row: object): NamedReference => {
  if (target === FILE) return convertFileToReference(row as StoredFile);
  const { documentId, slug, name, title, isHidden } = row as Row;
  const reference = { documentId, slug: slug ?? null, name: name ?? title ?? documentId };
  return isHidden === true ? { ...reference, isHidden } : reference;
};

/** Returns those attributes that a user may read. Cells neither show nor find entries by others. */
export const findReadableNaming = (
  { strapi }: WithStrapi,
  { uid, ability }: TypeRequest,
): ('slug' | 'name' | 'title')[] =>
  findNamingAttributes({ strapi }, uid).filter(createFieldCheck({ strapi }, ability, uid));

/** Returns the fields that must be read so that a cell can name an entry or file. */
export const findNamingFields = ({ strapi }: WithStrapi, target: string | null): string[] =>
  target === FILE
    ? ['id', 'name']
    : ['documentId', ...findNamingAttributes({ strapi }, target ?? '')];

/** Entries of a type to which a field refers. */
export type ReferencedRows = { target: string | null; rows: readonly object[] };

/**
 * Replaces the names of entries that the user may not read, as relations of forms do. Their ids
 * remain, so that cells that are not changed keep them. Call it wherever cells are made of rows.
 *
 * @param references modified in place
 */
export const hideReferences = async (
  { strapi }: WithStrapi,
  { ability, language }: { ability: unknown; language: keyof Text },
  references: readonly ReferencedRows[],
): Promise<void> => {
  const related = references.flatMap(({ target, rows }) =>
    target === null || target === FILE
      ? []
      : (rows as Row[]).map((row) => ({ uid: target, documentId: row.documentId, row })),
  );
  const titleOf = await createHiddenTitles({ strapi }, { ability, language }, related);
  for (const { uid, documentId, row } of related) {
    const title = titleOf({ uid, documentId });
    if (title !== null) Object.assign(row, { slug: null, name: title, isHidden: true });
  }
};

/** Returns the entries or files that a name means in cells of a locale. */
export type FindReference = (name: string, locale?: string | null) => readonly NamedReference[];

/** Finds files by name, which may be ambiguous, or by number. */
const findFiles = async (
  { strapi }: WithStrapi,
  names: readonly string[],
): Promise<FindReference> => {
  const ids = names.filter((name) => /^[1-9]\d{0,9}$/.test(name)).map(Number);
  const rows = await getTable<StoredFile>({ strapi }, FILE).findMany({
    where: { $or: [{ name: { $in: [...names] } }, { id: { $in: ids } }] },
    select: ['id', 'name'],
    orderBy: { id: 'asc' },
  });
  return (name) => {
    const sameName = rows.filter((row) => row.name === name);
    return (sameName.length > 0 ? sameName : rows.filter(({ id }) => String(id) === name)).map(
      convertFileToReference,
    );
  };
};

/** Groups rows by keys. Empty keys are left out. */
const indexRows = (
  rows: readonly Row[],
  keysOf: (row: Row) => readonly (string | null | undefined)[],
): ReadonlyMap<string, readonly Row[]> => {
  const index = new Map<string, Row[]>();
  for (const row of rows) {
    for (const key of new Set(keysOf(row))) {
      if (key === undefined || key === null || key === '') continue;
      const existing = index.get(key);
      if (existing === undefined) index.set(key, [row]);
      else existing.push(row);
    }
  }
  return index;
};

/**
 * Returns a function that finds the rows of a type by documentId, slug or name. Names that no row
 * has exactly are compared without case and accents. Locales and drafts can share a slug, so rows
 * of the cell's locale and drafts are preferred.
 */
export const createFinder = (uid: string, rows: readonly Row[]): FindReference => {
  // Several entries may share a name.
  const exact = [
    indexRows(rows, ({ documentId }) => [documentId]),
    indexRows(rows, ({ slug }) => [slug]),
    indexRows(rows, ({ name, title }) => [name, title]),
  ];
  const similar = indexRows(rows, ({ slug, name, title }) =>
    [slug, name, title].map((text) => toComparableText(text ?? '')),
  );
  return (name, locale = null) => {
    const rankRow = (row: Row): number =>
      (row.locale === locale ? 2 : 0) + (row.publishedAt === null ? 1 : 0);
    const matching =
      exact.map((index) => index.get(name)).find((foundRows) => foundRows !== undefined) ??
      similar.get(toComparableText(name)) ??
      [];
    const best = Math.max(...matching.map(rankRow));
    const preferred = matching.filter((row) => rankRow(row) === best);
    return [
      ...new Map(
        preferred.map((row) => [row.documentId, convertRowToReference(uid, row)]),
      ).values(),
    ];
  };
};

/**
 * Finds the readable entries of a type, or files, by name, slug or documentId, with one query. A
 * second query reads all entries if a name is not found exactly.
 */
export const createReferenceFinder = async (
  { strapi }: WithStrapi,
  { uid, ability, names }: TypeRequest & { names: readonly string[] },
): Promise<FindReference> => {
  const requestedNames = [...new Set(names)].filter((name) => !isHiddenTitle(name));
  if (uid === FILE) return findFiles({ strapi }, requestedNames);
  if (requestedNames.length === 0) return () => [];
  const namingAttributes = findReadableNaming({ strapi }, { uid, ability });
  const attributes = findModel({ strapi }, uid)?.attributes ?? {};
  const versions = (['locale', 'publishedAt'] as const).filter(
    (name) => attributes[name] !== undefined,
  );
  const permitted = await buildPermittedWhere({ strapi }, { ability, uid, query: {} });
  const findRows = (where: object): Promise<Row[]> =>
    getTable<Row>({ strapi }, uid).findMany({
      where,
      select: ['documentId', ...namingAttributes, ...versions],
      orderBy: { id: 'asc' },
    });
  const exactly = [
    { documentId: { $in: requestedNames } },
    ...namingAttributes.map((attribute) => ({ [attribute]: { $in: requestedNames } })),
  ];
  const rows = await findRows({ $and: [permitted, { $or: exactly }] });
  const foundNames = new Set(
    rows.flatMap((row) => [row.documentId, row.slug, row.name, row.title]),
  );
  // Among the exact rows alone, a similar name could seem to have one match.
  const isExact = requestedNames.every((name) => foundNames.has(name));
  return createFinder(uid, isExact ? rows : await findRows(permitted));
};

/** Cell that may name entries or files. `target`: their type; null for other cells. */
type NamingCell = { target: string | null; text: string };

/**
 * Returns a function that finds what the cells of a column name, limited to what the user may read.
 * The number of queries depends on the number of types only.
 */
export const createReferenceFinders = async (
  { strapi }: WithStrapi,
  ability: unknown,
  cells: readonly NamingCell[],
): Promise<(column: Pick<Column, 'target'>) => FindReference> => {
  const namesByTarget = new Map<string, string[]>();
  for (const { target, text } of cells) {
    const names = target === null ? [] : splitNames(text);
    if (target === null || names.length === 0) continue;
    const others = namesByTarget.get(target);
    if (others === undefined) namesByTarget.set(target, names);
    else others.push(...names);
  }
  const finders = new Map<string | null, FindReference>();
  for (const [target, names] of namesByTarget) {
    const uid = target as UID.ContentType;
    finders.set(target, await createReferenceFinder({ strapi }, { uid, ability, names }));
  }
  return ({ target }) => finders.get(target) ?? (() => []);
};
