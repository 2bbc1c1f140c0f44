import type { WithStrapi } from '#platform/strapi/with-strapi';
import { normalizeCode } from '#catalogue/codes';
import type { AnyDocument } from '#platform/strapi/documents';
import { findModel } from '#platform/strapi/models';
import { getTable } from '#platform/strapi/queries';
import { buildChangeableConditions } from '#plugins/tables/bulk-edit';
import { readDrafts, type DraftReader } from '../entries/entry-cells';
import type { EntryItem, Key } from './items';
import { isChangeable, findResemblingForms } from './keys';

type Row = { documentId: string; locale: string | null; SKU?: string | null; slug?: string | null };

export type FoundEntries = {
  /** Returns the documents with a key, whether or not the user may change them. */
  findByKey: (key: Key) => readonly string[];
  /** Returns changeable documents with a key that a spreadsheet may have turned into this one. */
  resembling: (key: Key) => readonly SimilarEntry[];
  /** Returns whether the user may change any locale of a document, or the given one. */
  mayChange: (documentId: string, locale?: string | null) => boolean;
  draftOf: (documentId: string, locale: string | null) => AnyDocument | null;
};

/** Document with a similar key. `isSame`: both keys look the same. */
export type SimilarEntry = { documentId: string; value: string; isSame: boolean };

const ATTRIBUTES = { id: 'documentId', SKU: 'SKU', slug: 'slug' } as const;

/** Indexes documents by the forms that spreadsheets may give their keys. */
const indexResembling = (rows: readonly Omit<Row, 'locale'>[]): FoundEntries['resembling'] => {
  const byForm = new Map<string, SimilarEntry[]>();
  for (const { documentId, ...keys } of rows) {
    for (const attribute of ['SKU', 'slug'] as const) {
      const value = keys[attribute] ?? '';
      for (const form of findResemblingForms(value)) {
        const name = `${attribute} ${form}`;
        const existing = byForm.get(name) ?? [];
        byForm.set(name, existing);
        if (!existing.some((match) => match.documentId === documentId && match.value === value)) {
          existing.push({ documentId, value, isSame: false });
        }
      }
    }
  }
  return (key) => {
    const all = findResemblingForms(key.value).flatMap(
      (form) => byForm.get(`${key.of} ${form}`) ?? [],
    );
    return [...new Set(all)].map((match) => ({
      ...match,
      isSame: normalizeCode(match.value) === normalizeCode(key.value),
    }));
  };
};

/** Loads the stored data of entries with a constant number of queries. */
export const findEntries = async (
  { strapi }: WithStrapi,
  reader: DraftReader,
  items: readonly EntryItem[],
): Promise<FoundEntries> => {
  const { uid, ability } = reader;
  const attributes = findModel({ strapi }, uid)?.attributes ?? {};
  const keyAttributes = (['SKU', 'slug'] as const).filter((name) => attributes[name] !== undefined);
  const listKeyValues = (kind: Key['of']): string[] =>
    items.flatMap(({ key }) => (key?.of === kind ? [key.value] : []));
  const conditions = (['id', ...keyAttributes] as const)
    .map((kind) => ({ [ATTRIBUTES[kind]]: { $in: listKeyValues(kind) } }))
    .filter((condition) => Object.values(condition).some(({ $in }) => $in.length > 0));
  const table = getTable<Row>({ strapi }, uid);
  const rows =
    conditions.length === 0
      ? []
      : await table.findMany({
          where: { $or: conditions },
          select: ['documentId', ...keyAttributes],
        });
  const byKey = (key: Key): string[] => [
    ...new Set(
      rows
        .filter((row) => row[ATTRIBUTES[key.of]] === key.value)
        .map(({ documentId }) => documentId),
    ),
  ];
  const mine = await buildChangeableConditions({ strapi }, { uid, ability });
  const doubtful = items.flatMap(({ key }) =>
    key !== null && key.of !== 'id' && (byKey(key).length === 0 || isChangeable(key.value))
      ? [key]
      : [],
  );
  const others =
    doubtful.length === 0
      ? []
      : await table.findMany({ where: { $and: mine }, select: ['documentId', ...keyAttributes] });
  const resembling = indexResembling(others);
  const ids = [
    ...new Set(
      [...rows, ...doubtful.flatMap((key) => resembling(key))].map(({ documentId }) => documentId),
    ),
  ];
  const hasLocales = attributes.locale !== undefined;
  const permitted = await table.findMany({
    where: {
      $and: [...mine, { documentId: { $in: ids } }],
    },
    select: hasLocales ? ['documentId', 'locale'] : ['documentId'],
  });
  const locales = new Set(items.flatMap(({ languages }) => languages.map(({ locale }) => locale)));
  return {
    findByKey: byKey,
    resembling,
    mayChange: (documentId, locale) =>
      permitted.some(
        (row) =>
          row.documentId === documentId &&
          (locale === undefined || locale === null || row.locale === locale),
      ),
    draftOf: await readDrafts({ strapi }, reader, { ids, locales }),
  };
};
