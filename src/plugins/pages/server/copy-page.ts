import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getLastAuthor } from '#feature/current-actor';
import { withWriteOrigin } from '#feature/write-origin';
import { createModelLookup, type ModelLookup } from '#delivery/plan/model';
import { getDocumentService, type AnyDocument } from '#platform/strapi/documents';
import { createLocalizedError } from '#platform/http/localized-error';
import type { PageType } from '#catalogue/page-types';
import { createTitleFilter } from '#catalogue/access/hidden-entries';
import { defineErrors } from '#platform/http/errors';
import { isContent } from '#catalogue/content-attributes';
import {
  buildPopulate,
  listRelations,
  listRelatedRows,
  type DocumentRow,
  type Selects,
} from './relations';

const shouldSelectContent: Selects = (_uid, name) => isContent(name);

/** Returns the population that reads a document's own content: components, media and references. */
const buildContentPopulate = (models: ModelLookup, uid: string): Record<string, unknown> =>
  buildPopulate(models, uid, shouldSelectContent);

/** A document that the page references. */
type PageReference = { uid: string; documentId: string; path: readonly string[] };

/** Returns every document that a page references, with its position. */
const listPageReferences = (
  models: ModelLookup,
  uid: string,
  row: DocumentRow,
): readonly PageReference[] =>
  listRelations(models, uid, row, shouldSelectContent).flatMap(
    ({ documentIds, path, isMany, ...relation }) =>
      documentIds.map((documentId, index) => ({
        uid: relation.uid,
        documentId,
        path: isMany ? [...path, String(index)] : path,
      })),
  );

const listContentAttributes = (models: ModelLookup, uid: string) =>
  Object.entries(models(uid).attributes).filter(([name]) => isContent(name));

/**
 * Returns a document's content as data for a new document: without IDs, with media by ID.
 * References are limited to those that `keeps` accepts.
 */
const copyContent = (
  models: ModelLookup,
  uid: string,
  row: DocumentRow,
  keeps: (uid: string, documentId: string) => boolean,
): DocumentRow =>
  Object.fromEntries(
    listContentAttributes(models, uid).map(([name, attribute]) => {
      const { kind, target, isMany } = attribute;
      const convert = (inner: DocumentRow): unknown[] => {
        switch (kind) {
          case 'relation': {
            const documentId = String(inner.documentId);
            return keeps(String(target), documentId) ? [documentId] : [];
          }
          case 'media':
            return [inner.id];
          case 'zone': {
            const part = String(inner.__component);
            return [{ __component: part, ...copyContent(models, part, inner, keeps) }];
          }
          default:
            return [copyContent(models, String(target), inner, keeps)];
        }
      };
      if (kind === 'value') return [name, row[name]];
      const converted = listRelatedRows(row, name, attribute).flatMap(convert);
      return [name, isMany ? converted : (converted[0] ?? null)];
    }),
  );

export const pageToolsErrors = defineErrors({
  NOT_A_PAGE: {
    status: 400,
    message: { en: 'Only pages can be copied.', es: 'Solo se pueden copiar páginas.' },
  },
  SOURCE_NOT_FOUND: {
    status: 404,
    message: {
      en: 'This page does not exist in this language.',
      es: 'Esta página no existe en este idioma.',
    },
  },
  COPY_EXISTS: {
    status: 409,
    message: {
      en: 'This business line already has this page in this language.',
      es: 'Esta línea de negocio ya tiene esta página en este idioma.',
    },
  },
});

type CopySource = { uid: PageType; documentId: string; locale: string };
type CopyTarget = { locale: string; vertical: string };

/** An entry that the original references and that does not exist in the copy's locale. */
type UnmappedEntry = PageReference & { title: string };

export type Copy = { documentId: string; locale: string; unmapped: readonly UnmappedEntry[] };

type TitledDocument = AnyDocument & { title?: string; name?: string };

const buildKey = (uid: string, documentId: string): string => `${uid} ${documentId}`;

const findMissingReferences = async (
  { strapi }: WithStrapi,
  pageReferences: readonly PageReference[],
  locale: string,
): Promise<ReadonlyMap<string, string>> => {
  const models = createModelLookup({ strapi });
  const missing = new Map<string, string>();
  for (const uid of new Set(pageReferences.map((reference) => reference.uid))) {
    if (!models(uid).isLocalized) continue;
    const ids = pageReferences
      .filter((reference) => reference.uid === uid)
      .map(({ documentId }) => documentId);
    const rows: TitledDocument[] = await getDocumentService({ strapi }, uid).findMany({
      filters: { documentId: { $in: ids } },
      locale: '*',
      status: 'draft',
    });
    const translated = new Set(
      rows.filter((row) => row.locale === locale).map(({ documentId }) => documentId),
    );
    for (const row of rows) {
      if (translated.has(row.documentId)) continue;
      missing.set(buildKey(uid, row.documentId), row.title ?? row.name ?? row.documentId);
    }
  }
  return missing;
};

const findPage = async (
  { strapi }: WithStrapi,
  uid: PageType,
  vertical: string,
): Promise<{ documentId: string; locales: readonly string[] } | null> => {
  const rows = await getDocumentService({ strapi }, uid).findMany({
    filters: { vertical: { documentId: vertical } },
    locale: '*',
    status: 'draft',
    fields: ['documentId', 'locale'],
  });
  const [first] = rows;
  return first
    ? { documentId: first.documentId, locales: rows.flatMap(({ locale }) => locale ?? []) }
    : null;
};

/**
 * Creates a draft with a page's content in another locale, for another business line, or both.
 * References lead to the same entries in the copy's locale. Entries that do not exist there are
 * left out and reported.
 *
 * @throws NotFoundError `SOURCE_NOT_FOUND`; a 409 `COPY_EXISTS` with the page that already exists
 */
export const copyPage = async (
  { strapi }: WithStrapi,
  { uid, documentId, locale }: CopySource,
  target: CopyTarget,
): Promise<Copy> => {
  const models = createModelLookup({ strapi });
  const documents = getDocumentService({ strapi }, uid);
  const source = await documents.findOne({
    documentId,
    locale,
    status: 'draft',
    populate: buildContentPopulate(models, uid),
  });
  if (source === null) throw createLocalizedError({ strapi }, pageToolsErrors.SOURCE_NOT_FOUND);

  const existing = await findPage({ strapi }, uid, target.vertical);
  if (existing?.locales.includes(target.locale) === true) {
    throw createLocalizedError({ strapi }, pageToolsErrors.COPY_EXISTS, {
      details: { documentId: existing.documentId, locale: target.locale },
    });
  }

  const pageReferences = listPageReferences(models, uid, source);
  const missingKeys = await findMissingReferences({ strapi }, pageReferences, target.locale);
  const { updatedBy } = getLastAuthor({ strapi });
  const data = {
    ...copyContent(models, uid, source, (type, id) => !missingKeys.has(buildKey(type, id))),
    vertical: target.vertical,
    // Without a creator, users with rights on their own entries could not edit their copy.
    ...(updatedBy !== undefined && { updatedBy, createdBy: updatedBy }),
  };
  const savedPage = await withWriteOrigin({ strapi }, 'copy', () =>
    existing
      ? documents.update({ documentId: existing.documentId, locale: target.locale, data })
      : documents.create({ locale: target.locale, data }),
  );
  const skippedReferences = pageReferences.filter((reference) =>
    missingKeys.has(buildKey(reference.uid, reference.documentId)),
  );
  const titleFor = await createTitleFilter({ strapi }, skippedReferences);
  return {
    documentId: String(savedPage?.documentId),
    locale: target.locale,
    unmapped: skippedReferences.map((reference) => ({
      ...reference,
      title: titleFor(
        reference,
        missingKeys.get(buildKey(reference.uid, reference.documentId)) ?? reference.documentId,
      ),
    })),
  };
};
