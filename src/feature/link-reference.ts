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
export const linksWithin = (value: unknown): readonly string[] => {
  const found = new Set<string>();
  const look = (one: unknown): void => {
    if (typeof one === 'string') {
      if (referenceIn(one) !== null) found.add(one);
    } else if (typeof one === 'object' && one !== null) {
      for (const inner of Object.values(one)) look(inner);
    }
  };
  look(value);
  return [...found];
};

/** Returns the linked entry; null for a URL or a malformed link. */
export const referenceIn = (link: unknown): Reference | null => {
  const [, uid, documentId] = typeof link === 'string' ? (written.exec(link) ?? []) : [];
  return uid === undefined || documentId === undefined ? null : { uid, documentId };
};
