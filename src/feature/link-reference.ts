/** Prefix of a stored link to an entry, in place of a URL. */
export const REFERENCE_PREFIX = 'entry:';

/** The linked entry, by its document. */
export type Reference = { uid: string; documentId: string };

/** Entry to which a link leads. */
export type LinkedEntry = Reference & {
  /** Display name of the type. */
  type: string;
  /** Null if the user may not read it. */
  title: string | null;
  isPublished: boolean;
  /** Address of a link to it; for an unpublished entry, the future address. */
  address: string;
};

/** Place of a link. */
export type LinkContext = {
  locale: string | null;
  /** DocumentId of the page's business line; null if unknown. */
  line: string | null;
};

const written = /^entry:([a-z0-9-]+::[a-z0-9-]+\.[a-z0-9-]+)\/([a-z0-9]{1,64})$/i;

/** Returns the stored form of a link to an entry, for a column that otherwise contains a URL. */
export const linkTo = ({ uid, documentId }: Reference): string =>
  `${REFERENCE_PREFIX}${uid}/${documentId}`;

/** Returns whether a link is meant as a link to an entry, even if it is malformed. */
export const isReference = (link: string): boolean => link.startsWith(REFERENCE_PREFIX);

/** Returns the distinct links to entries in a value, including its lists and components. */
export const findLinks = (value: unknown): readonly string[] => {
  const links = new Set<string>();
  const collectLinks = (part: unknown): void => {
    if (typeof part === 'string') {
      if (parseLinkReference(part) !== null) links.add(part);
    } else if (typeof part === 'object' && part !== null) {
      for (const inner of Object.values(part)) collectLinks(inner);
    }
  };
  collectLinks(value);
  return [...links];
};

/** Returns the linked entry; null for a URL or a malformed link. */
export const parseLinkReference = (link: unknown): Reference | null => {
  const [, uid, documentId] = typeof link === 'string' ? (written.exec(link) ?? []) : [];
  return uid === undefined || documentId === undefined ? null : { uid, documentId };
};
