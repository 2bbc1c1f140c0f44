/** What is stored in place of an address where a link leads to an entry begins so. */
export const REFERENCE_PREFIX = 'entry:';

/** An entry to which a link leads, by its document. */
export type Reference = { uid: string; documentId: string };

const written = /^entry:([a-z0-9-]+::[a-z0-9-]+\.[a-z0-9-]+)\/([a-z0-9]{1,64})$/i;

/** How a link to an entry is stored, in the column that otherwise holds an address. */
export const linkTo = ({ uid, documentId }: Reference): string =>
  `${REFERENCE_PREFIX}${uid}/${documentId}`;

/** Whether a link is meant to lead to an entry, rightly written or not. */
export const isReference = (link: string): boolean => link.startsWith(REFERENCE_PREFIX);

/** Every link to an entry in a value, its lists and parts included, each once. */
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

/** The entry to which a link leads; null where it leads to an address, or is wrongly written. */
export const referenceIn = (link: unknown): Reference | null => {
  const [, uid, documentId] = typeof link === 'string' ? (written.exec(link) ?? []) : [];
  return uid === undefined || documentId === undefined ? null : { uid, documentId };
};
