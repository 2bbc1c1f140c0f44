import type { WithStrapi } from '../platform/with-strapi';
import { findModel } from '../platform/strapi/models';

/** As the content manager calls it: a draft that was saved after it was published is modified. */
export type State = 'published' | 'modified' | 'draft';

const LINE = 'api::vertical.vertical';

/** Where types have their picture for lists, the first that there is. */
const PICTURES = ['cardImage', 'image', 'logo'] as const;

/** Where types name their business lines. */
const LINES = ['verticals', 'vertical'] as const;

export type Picture = { url: string; formats: { thumbnail?: { url: string } } | null };

/** Rows of whichever type, with what {@link pictureOf} and {@link titleOf} look for. */
export type ListedRow = {
  documentId: string;
  locale: string | null;
  publishedAt: string | null;
  updatedAt: string;
  title?: string | null;
  name?: string | null;
} & Partial<Record<(typeof PICTURES)[number], Picture | null>>;

/** The attribute that holds the picture of a type's entries; undefined where there is none. */
export const pictureAttributeOf = (
  { strapi }: WithStrapi,
  uid: string,
): (typeof PICTURES)[number] | undefined => {
  const attributes = findModel({ strapi }, uid)?.attributes ?? {};
  return PICTURES.find((name) => attributes[name]?.type === 'media');
};

/** The attribute by which entries of a type name their business lines; null where they name none. */
export const lineAttributeOf = (
  { strapi }: WithStrapi,
  uid: string,
): (typeof LINES)[number] | null => {
  const attributes = findModel({ strapi }, uid)?.attributes ?? {};
  return LINES.find((name) => attributes[name]?.target === LINE) ?? null;
};

/** The address of a small picture of an entry; null where it has none. */
export const pictureOf = (
  row: ListedRow,
  attribute: (typeof PICTURES)[number] | undefined,
): string | null => {
  const file = attribute === undefined ? null : row[attribute];
  return file?.formats?.thumbnail?.url ?? file?.url ?? null;
};

export const titleOf = ({ title, name, documentId }: ListedRow): string =>
  title ?? name ?? documentId;

/**
 * What became of one language of an entry.
 *
 * @param shown its draft, or its only row in types that have no drafts
 */
export const stateOf = (
  shown: ListedRow,
  published: ListedRow | undefined,
  isWithoutDrafts: boolean,
): State => {
  if (isWithoutDrafts) return 'published';
  if (published === undefined) return 'draft';
  return new Date(shown.updatedAt) > new Date(published.updatedAt) ? 'modified' : 'published';
};
