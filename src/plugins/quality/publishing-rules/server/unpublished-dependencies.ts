import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { findLinks, parseLinkReference } from '#feature/link-reference';
import type { Entry, Path } from '#feature/publishing-rules';
import { findModel } from '#platform/strapi/models';
import type { Shapes } from '../models';
import { findShownDocuments, type ShownDocument } from '../facts';
import { findBrokenLinks, findPublished } from './read-facts';
import { readDrafts, type Draft } from './entries';

/** Draft with an unpublished dependency in its locale, and the path at which it refers to it. */
export type DraftWithDependency = {
  documentId: string;
  locale: string | null;
  for: ShownDocument;
  path: Path;
};

/** Returns the path of the attribute that holds a value. */
const findPath = (
  content: unknown,
  isIt: (value: unknown) => boolean,
  at: Path = [],
): Path | null => {
  if (isIt(content)) return at;
  if (typeof content !== 'object' || content === null) return null;
  const steps: [string | number, unknown][] = Array.isArray(content)
    ? content.map((item, position) => [position, item as unknown])
    : Object.entries(content);
  for (const [step, value] of steps) {
    const nestedPath = findPath(value, isIt, [...at, step]);
    if (nestedPath !== null) return nestedPath;
  }
  return null;
};

const createReferenceMatcher =
  ({ documentId }: ShownDocument) =>
  (value: unknown): boolean =>
    (value as Entry | null)?.documentId === documentId;

/**
 * Cuts the position of an entry from a path. Forms open at an attribute, not at one of its entries.
 */
const ofAttribute = (path: Path | null): Path => {
  const last = path?.at(-1);
  return typeof last === 'number' ? (path?.slice(0, -1) ?? []) : (path ?? []);
};

/**
 * Returns the unpublished entries that drafts of a page type show or link to, by locale. The number
 * of queries is independent of the number of drafts.
 */
export const findUnpublishedDependencies = async (
  { strapi }: WithStrapi,
  uid: UID.ContentType,
  documentIds: readonly string[],
): Promise<DraftWithDependency[]> => {
  const findAttributes: Shapes = (modelUid) => findModel({ strapi }, modelUid)?.attributes;
  const drafts = await readDrafts({ strapi }, uid, { documentIds });
  const shownByDraft = new Map(
    drafts.map((draft) => [draft, findShownDocuments(findAttributes, uid, draft.content)]),
  );
  const isPublished = await findPublished({ strapi }, [...shownByDraft.values()].flat());
  const broken = new Map<string | null, ReadonlySet<string>>();
  for (const locale of new Set(drafts.map((draft) => draft.locale))) {
    const links = drafts
      .filter((draft) => draft.locale === locale)
      .flatMap(({ content }) => findLinks(content));
    const brokenLinks = await findBrokenLinks({ strapi }, [...new Set(links)], locale);
    broken.set(
      locale,
      new Set(brokenLinks.filter(({ isGone }) => !isGone).map(({ link }) => link)),
    );
  }
  const toDraftWithDependency = (
    draft: Draft,
    dependency: ShownDocument,
    path: Path,
  ): DraftWithDependency => ({
    documentId: draft.documentId,
    locale: draft.locale,
    for: dependency,
    path,
  });
  return drafts.flatMap((draft) => {
    const { locale, content } = draft;
    const ofRelations = (shownByDraft.get(draft) ?? [])
      .filter((document) => !isPublished(document, locale))
      .map((document) =>
        toDraftWithDependency(
          draft,
          document,
          ofAttribute(findPath(content, createReferenceMatcher(document))),
        ),
      );
    const linked = findLinks(content)
      .filter((link) => broken.get(locale)?.has(link))
      .flatMap((link) => {
        const entry = parseLinkReference(link);
        const path = findPath(content, (value) => value === link) ?? [];
        return entry === null ? [] : [toDraftWithDependency(draft, entry, path)];
      });
    return [...ofRelations, ...linked];
  });
};
