import type { Core } from '@strapi/types';
import { pageTypes, type PageType } from '../one-per-line/types';
import { SLOTS } from '../slots/memory';

export type ShowingPage = {
  uid: PageType;
  documentId: string;
  locale: string;
  /** The page type's name, as editors know it. */
  page: string;
  vertical: string | null;
};

type PublishedPage = {
  documentId: string;
  locale: string;
  vertical: { name: string } | null;
  [SLOTS]: Record<string, string[]> | null;
};

/** The published pages on which a document has a place, whether or not it is published itself. */
export const pagesShowing = async (
  { strapi }: { strapi: Core.Strapi },
  documentId: string,
): Promise<ShowingPage[]> => {
  const found: ShowingPage[] = [];
  for (const uid of pageTypes) {
    const pages = (await strapi.db.query(uid).findMany({
      where: { publishedAt: { $notNull: true } },
      select: ['documentId', 'locale', SLOTS],
      populate: { vertical: { select: ['name'] } },
      orderBy: { id: 'asc' },
    })) as PublishedPage[];
    for (const page of pages) {
      if (!Object.values(page[SLOTS] ?? {}).some((shown) => shown.includes(documentId))) continue;
      found.push({
        uid,
        documentId: page.documentId,
        locale: page.locale,
        page: strapi.contentType(uid).info.displayName,
        vertical: page.vertical?.name ?? null,
      });
    }
  }
  return found;
};
