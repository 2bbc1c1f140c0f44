import type { UID } from '@strapi/types';
import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { findLinks, parseLinkReference } from '#feature/link-reference';
import type { BrokenLink, Facts } from '#feature/publishing-rules';
import { loadDefaultLocale } from '#platform/strapi/default-locale';
import { findModel, hasDrafts, isLocalized } from '#platform/strapi/models';
import { sql, type Connection } from '#platform/strapi/queries';
import { createTableLookup } from '#platform/strapi/tables';
import { findTakenTexts } from '../../integrity';
import { findLinked } from '#feature/application';
import { createTitleFilter } from '#catalogue/access/hidden-entries';
import type { Shapes } from '../models';
import { findShownDocuments, type ShownDocument } from '../facts';
import {
  readPaymentFacts,
  type PaymentFacts,
  type PublishedSales,
  type Subject,
} from './payment-facts';
import { findSourceVersions, type PublishedVersions } from './source-versions';

/** Published versions before this request, if it has written any. */
export type Before = { sales: PublishedSales; published: PublishedVersions };

type Version = { documentId: string; locale: string | null; slug: string | null };

type Locales = { find: () => Promise<readonly { code: string }[]> };

/** Returns facts that contain only payment data, which is all that blocking rules need. */
export const createPaymentFacts = (locale: string | null, payment: PaymentFacts): Facts => ({
  locale,
  defaultLanguage: null,
  missingLanguages: [],
  publishedSlug: null,
  ...payment,
  unpublished: [],
  brokenLinks: [],
  taken: [],
  source: null,
});

const readFactVersions = async (
  connection: Connection,
  uid: UID.ContentType,
  documentIds: readonly string[],
  isPublished: boolean,
): Promise<Version[]> => {
  if (documentIds.length === 0) return [];
  const table = createTableLookup(connection)(uid);
  const slug =
    findModel(connection, uid)?.attributes.slug === undefined
      ? 'null'
      : escapeIdentifier(table.column('slug'));
  const { rows } = await sql(
    connection,
    `select document_id, locale, ${slug} as slug from ${escapeIdentifier(table.name)}
     where document_id = any(cast(? as text[])) and published_at is ${isPublished ? 'not ' : ''}null`,
    [[...documentIds]],
  );
  return rows.map((row) => ({
    documentId: String(row.document_id),
    locale: typeof row.locale === 'string' ? row.locale : null,
    slug: typeof row.slug === 'string' ? row.slug : null,
  }));
};

const readLanguages = async ({ strapi }: WithStrapi): Promise<string[]> =>
  (await strapi.plugin('i18n').service<Locales>('locales').find()).map(({ code }) => code);

/**
 * Returns a predicate that returns whether a document is published, in a locale if its type has
 * locales.
 */
export const findPublished = async (
  connection: Connection,
  shownDocuments: readonly ShownDocument[],
): Promise<(document: ShownDocument, locale: string | null) => boolean> => {
  const published = new Set<string>();
  const types = new Map<string, boolean>();
  for (const uid of new Set(shownDocuments.map((document) => document.uid))) {
    const model = findModel(connection, uid);
    if (!hasDrafts(model)) continue;
    types.set(uid, isLocalized(model));
    const documentIds = shownDocuments
      .filter((document) => document.uid === uid)
      .map((document) => document.documentId);
    const versions = await readFactVersions(connection, uid as UID.ContentType, documentIds, true);
    for (const { documentId, locale } of versions) {
      published.add(JSON.stringify([uid, documentId, isLocalized(model) ? locale : null]));
    }
  }
  return ({ uid, documentId }, locale) => {
    const hasLanguages = types.get(uid);
    return (
      hasLanguages === undefined ||
      published.has(JSON.stringify([uid, documentId, hasLanguages ? locale : null]))
    );
  };
};

/** Reads the titles of documents that were just chosen in a form, as far as the user may read them. */
export const readTitles = async (
  connection: Connection,
  shownDocuments: readonly ShownDocument[],
): Promise<ReadonlyMap<string, string>> => {
  const titleFor = await createTitleFilter(connection, shownDocuments);
  const titles = new Map<string, string>();
  for (const uid of new Set(shownDocuments.map((document) => document.uid))) {
    const attributes = findModel(connection, uid)?.attributes ?? {};
    const name = ['title', 'name', 'subject'].find((item) => attributes[item] !== undefined);
    if (name === undefined) continue;
    const table = createTableLookup(connection)(uid);
    const { rows } = await sql(
      connection,
      `select distinct on (document_id) document_id, ${escapeIdentifier(table.column(name))} as title
       from ${escapeIdentifier(table.name)}
       where document_id = any(cast(? as text[])) and published_at is null order by document_id, id`,
      [
        shownDocuments
          .filter((document) => document.uid === uid)
          .map(({ documentId }) => documentId),
      ],
    );
    for (const row of rows) {
      const documentId = String(row.document_id);
      titles.set(documentId, titleFor({ uid, documentId }, String(row.title)));
    }
  }
  return titles;
};

/** Returns the links whose entries are not published or do not exist, for readers of a locale. */
export const findBrokenLinks = async (
  { strapi }: WithStrapi,
  links: readonly string[],
  locale: string | null,
): Promise<readonly BrokenLink[]> => {
  const references = links.flatMap((link) => parseLinkReference(link) ?? []);
  const linked = await findLinked({ strapi }, references, { locale, line: null });
  return links.flatMap((link) => {
    const entry = linked.get(link);
    if (entry?.isPublished === true) return [];
    const title = entry?.title ?? entry?.type ?? link;
    return [{ link, isGone: entry === undefined, title }];
  });
};

/** Finds the broken links of each subject in the subject's locale. */
const readBrokenLinks = async (
  connection: Connection,
  subjects: readonly Subject[],
): Promise<(subject: Subject) => readonly BrokenLink[]> => {
  const linksByLocale = new Map<string | null, readonly BrokenLink[]>();
  for (const locale of new Set(subjects.map((subject) => subject.locale))) {
    const links = subjects
      .filter((subject) => subject.locale === locale)
      .flatMap((subject) => findLinks(subject.content));
    linksByLocale.set(locale, await findBrokenLinks(connection, [...new Set(links)], locale));
  }
  return ({ locale, content }) => {
    const ownLinks = new Set(findLinks(content));
    return (linksByLocale.get(locale) ?? []).filter(({ link }) => ownLinks.has(link));
  };
};

const collectTitles = (content: unknown, titles: Map<string, string>): void => {
  if (Array.isArray(content)) for (const item of content) collectTitles(item, titles);
  else if (typeof content === 'object' && content !== null) {
    const { documentId, title } = content as { documentId?: unknown; title?: unknown };
    if (typeof documentId === 'string' && typeof title === 'string') titles.set(documentId, title);
    for (const value of Object.values(content)) collectTitles(value, titles);
  }
};

/**
 * Reads the facts that rules need besides the entries themselves. The number of queries is
 * independent of the number of entries.
 */
export const readFacts = async (
  connection: Connection,
  uid: UID.ContentType,
  subjects: readonly Subject[],
  before?: Before,
): Promise<Facts[]> => {
  const model = findModel(connection, uid);
  if (model === undefined || subjects.length === 0) return [];
  const findAttributes: Shapes = (modelUid) => findModel(connection, modelUid)?.attributes;
  const { slug, slots } = model.attributes;
  const documentIds = subjects.flatMap(({ documentId }) => documentId ?? []);
  const hasLanguages = isLocalized(model);
  const languages = hasLanguages ? await readLanguages(connection) : [];
  const defaultLanguage = hasLanguages ? await loadDefaultLocale(connection) : null;
  const drafts = hasLanguages ? await readFactVersions(connection, uid, documentIds, false) : [];
  const slugs =
    slug === undefined ? [] : await readFactVersions(connection, uid, documentIds, true);
  const paymentOf = await readPaymentFacts(connection, uid, subjects, before?.sales);
  // Only pages have slots, and only pages must not show unpublished entries.
  const shownPerSubject = subjects.map(({ content }) =>
    slots === undefined ? [] : findShownDocuments(findAttributes, uid, content),
  );
  const isPublished = await findPublished(connection, shownPerSubject.flat());
  const unpublished = shownPerSubject.map((ofSubject, index) =>
    ofSubject.filter((document) => !isPublished(document, subjects[index]?.locale ?? null)),
  );
  const titleFor = await createTitleFilter(connection, unpublished.flat());
  const brokenLinks = await readBrokenLinks(connection, slots === undefined ? [] : subjects);
  const takenTexts = await findTakenTexts(connection, uid, subjects);
  const published = before?.published;
  const sourceOf = await findSourceVersions(connection, { uid, subjects, published });

  return subjects.map((subject, index): Facts => {
    const { documentId, locale, content } = subject;
    const isOwn = (version: Version): boolean => version.documentId === documentId;
    const titles = new Map<string, string>();
    if (slots !== undefined) collectTitles(content, titles);
    return {
      locale,
      defaultLanguage,
      missingLanguages: languages.filter(
        (code) => code !== locale && !drafts.some((draft) => isOwn(draft) && draft.locale === code),
      ),
      publishedSlug:
        slugs.find((version) => isOwn(version) && version.locale === locale)?.slug ?? null,
      ...paymentOf(subject),
      unpublished: (unpublished[index] ?? []).map((document) => ({
        documentId: document.documentId,
        title: titleFor(document, titles.get(document.documentId) ?? document.documentId),
      })),
      brokenLinks: brokenLinks(subject),
      taken: takenTexts(subject),
      source: sourceOf(subject),
    };
  });
};
