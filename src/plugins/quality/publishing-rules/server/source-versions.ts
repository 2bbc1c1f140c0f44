import type { UID } from '@strapi/types';
import { escapeIdentifier } from 'pg';
import type { Entry, SourceVersion } from '#feature/publishing-rules';
import { loadDefaultLocale } from '#platform/strapi/default-locale';
import { findModel, isLocalized } from '#platform/strapi/models';
import { sql, type Connection } from '#platform/strapi/queries';
import { createTableLookup } from '#platform/strapi/tables';
import { readDrafts } from './entries';

type Subject = { documentId: string | null; locale: string | null; content?: Entry };

type Version = { documentId: string; locale: string; createdAt: number; isPublished: boolean };

/** Returns whether a document has a published version in a locale. */
export type PublishedVersions = (documentId: string, locale: string) => boolean;

/** Versions that an import writes one after the other count as written together. */
const WRITTEN_TOGETHER_MS = 60_000;

const buildVersionKey = (documentId: string, locale: string): string =>
  JSON.stringify([documentId, locale]);

/** Reads the locales of some documents, and when each was first written. */
const readFirstVersions = async (
  connection: Connection,
  uid: UID.ContentType,
  documentIds: readonly string[],
): Promise<Version[]> => {
  if (documentIds.length === 0) return [];
  const { name, column } = createTableLookup(connection)(uid);
  const [created, published] = [column('createdAt'), column('publishedAt')].map(escapeIdentifier);
  const { rows } = await sql(
    connection,
    `select document_id, locale, min(${created}) as created, bool_or(${published} is not null) as is_published
       from ${escapeIdentifier(name)}
      where document_id = any(cast(? as text[])) and locale is not null
      group by document_id, locale having bool_or(${published} is null)`,
    [[...documentIds]],
  );
  return rows.map((row) => ({
    documentId: String(row.document_id),
    locale: String(row.locale),
    createdAt: new Date(String(row.created)).getTime(),
    isPublished: row.is_published === true,
  }));
};

/**
 * Returns the locale from which the others are translated. It is the one that was written first, or
 * the default locale if it was written with the first one.
 */
export const findOriginalLocale = (
  versions: readonly Pick<Version, 'locale' | 'createdAt'>[],
  defaultLanguage: string,
): string | undefined => {
  const first = Math.min(...versions.map(({ createdAt }) => createdAt));
  const together = versions.filter(({ createdAt }) => createdAt - first < WRITTEN_TOGETHER_MS);
  const original =
    together.find(({ locale }) => locale === defaultLanguage) ??
    versions.find(({ createdAt }) => createdAt === first);
  return original?.locale;
};

/** Returns content without relations that differ between locales by their nature. */
const toComparable = (connection: Connection, uid: UID.ContentType, content: Entry): Entry => {
  const attributes = findModel(connection, uid)?.attributes ?? {};
  return Object.fromEntries(
    Object.entries(content).filter(([name]) => {
      const { target } = attributes[name] ?? {};
      return target === undefined || !isLocalized(findModel(connection, target));
    }),
  );
};

/**
 * Finds the version from which each subject is translated; null for originals. Runs at most two
 * statements for any number of subjects.
 *
 * @param published the published versions before this request, if it has written any
 */
export const findSourceVersions = async (
  connection: Connection,
  {
    uid,
    subjects,
    published,
  }: {
    uid: UID.ContentType;
    subjects: readonly Subject[];
    published?: PublishedVersions | undefined;
  },
): Promise<(subject: Subject) => SourceVersion | null> => {
  if (!isLocalized(findModel(connection, uid))) return () => null;
  const documentIds = [...new Set(subjects.flatMap(({ documentId }) => documentId ?? []))];
  const defaultLanguage = await loadDefaultLocale(connection);
  const versions = await readFirstVersions(connection, uid, documentIds);
  const versionsByDocument = new Map(
    documentIds.map((id) => [id, versions.filter(({ documentId }) => documentId === id)]),
  );
  const findSourceLocale = ({ documentId, locale }: Subject): string | undefined => {
    const versionsOfEntry = versionsByDocument.get(documentId ?? '') ?? [];
    const original = findOriginalLocale(versionsOfEntry, defaultLanguage);
    return original === locale || locale === null ? undefined : original;
  };
  const contents = new Map<string, Entry>();
  for (const { documentId, locale, content } of subjects) {
    if (documentId !== null && locale !== null && content !== undefined) {
      contents.set(buildVersionKey(documentId, locale), content);
    }
  }
  const missingSources = subjects.flatMap((subject) => {
    const locale = findSourceLocale(subject);
    return subject.documentId === null ||
      locale === undefined ||
      contents.has(buildVersionKey(subject.documentId, locale))
      ? []
      : [{ documentId: subject.documentId, locale }];
  });
  if (missingSources.length > 0) {
    const selected = {
      documentIds: missingSources.map(({ documentId }) => documentId),
      locales: [...new Set(missingSources.map(({ locale }) => locale))],
    };
    for (const draft of await readDrafts(connection, uid, selected)) {
      if (draft.locale === null) continue;
      contents.set(buildVersionKey(draft.documentId, draft.locale), draft.content);
    }
  }
  return (subject) => {
    const { documentId, locale } = subject;
    const source = findSourceLocale(subject);
    const content =
      documentId === null || source === undefined
        ? undefined
        : contents.get(buildVersionKey(documentId, source));
    if (documentId === null || locale === null || source === undefined || content === undefined) {
      return null;
    }
    const isPublished =
      published?.(documentId, locale) ??
      versionsByDocument
        .get(documentId)
        ?.some((version) => version.locale === locale && version.isPublished) === true;
    return {
      locale: source,
      content: toComparable(connection, uid, content),
      isTranslationPublished: isPublished,
    };
  };
};

/** Reads which versions of some documents are published. */
export const readPublishedLocales = async (
  connection: Connection,
  uid: UID.ContentType,
  documentIds: readonly string[],
): Promise<PublishedVersions> => {
  if (!isLocalized(findModel(connection, uid))) return () => false;
  const versions = await readFirstVersions(connection, uid, documentIds);
  const published = new Set(
    versions
      .filter(({ isPublished }) => isPublished)
      .map(({ documentId, locale }) => buildVersionKey(documentId, locale)),
  );
  return (documentId, locale) => published.has(buildVersionKey(documentId, locale));
};
