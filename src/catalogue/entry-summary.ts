import type { WithStrapi } from '#platform/strapi/with-strapi';
import { findModel } from '#platform/strapi/models';
import { BUSINESS_LINE } from './business-line';

/** The content manager's states. A draft that was saved after its publication is modified. */
export type State = 'published' | 'modified' | 'draft';

/** Attributes with a type's picture for lists; the first existing one counts. */
const PICTURES = ['cardImage', 'image', 'logo'] as const;

/** Attributes with a type's business lines. */
const LINES = ['verticals', 'vertical'] as const;

export type Picture = { url: string; formats: { thumbnail?: { url: string } } | null };

/** A row of any type, with the attributes for {@link getPictureUrl} and {@link getEntryTitle}. */
export type ListedRow = {
  documentId: string;
  locale: string | null;
  publishedAt: string | null;
  updatedAt: string;
  title?: string | null;
  name?: string | null;
} & Partial<Record<(typeof PICTURES)[number], Picture | null>>;

/** Returns the attribute with the picture of a type's entries; undefined where there is none. */
export const findPictureAttribute = (
  { strapi }: WithStrapi,
  uid: string,
): (typeof PICTURES)[number] | undefined => {
  const attributes = findModel({ strapi }, uid)?.attributes ?? {};
  return PICTURES.find((name) => attributes[name]?.type === 'media');
};

/** Returns the attribute with the business lines of a type's entries; null where there is none. */
export const findLineAttribute = (
  { strapi }: WithStrapi,
  uid: string,
): (typeof LINES)[number] | null => {
  const attributes = findModel({ strapi }, uid)?.attributes ?? {};
  return LINES.find((name) => attributes[name]?.target === BUSINESS_LINE) ?? null;
};

/** Returns the URL of an entry's small picture; null where it has none. */
export const getPictureUrl = (
  row: ListedRow,
  attribute: (typeof PICTURES)[number] | undefined,
): string | null => {
  const file = attribute === undefined ? null : row[attribute];
  return file?.formats?.thumbnail?.url ?? file?.url ?? null;
};

export const getEntryTitle = ({ title, name, documentId }: ListedRow): string =>
  title ?? name ?? documentId;

/**
 * Returns the state of one locale of an entry.
 *
 * @param shownRow its draft, or its only row in types without drafts
 */
export const getEntryState = (
  shownRow: ListedRow,
  published: ListedRow | undefined,
  isWithoutDrafts: boolean,
): State => {
  if (isWithoutDrafts) return 'published';
  if (published === undefined) return 'draft';
  return new Date(shownRow.updatedAt) > new Date(published.updatedAt) ? 'modified' : 'published';
};
