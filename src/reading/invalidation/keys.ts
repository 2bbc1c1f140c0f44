import { createHash } from 'node:crypto';

/**
 * What an answer can depend on, as text. The database makes the same keys when something changes
 * (`functions.ts`), so their form must not differ between nodes of different releases.
 */
export type DependencyKey = string;

/** What something was made from. */
export type Dependencies = {
  readonly keys: Iterable<DependencyKey>;
  /** Every type that one of the keys is about, for changes that name no document. */
  readonly types: Iterable<string>;
};

/** Anything at all. */
export const EVERYTHING: DependencyKey = '*';

/** The content of a document, in whichever language. Document ids are unique over all types. */
export const documentKey = (documentId: string): DependencyKey => documentId;

/** Any change of any document of a type. */
export const typeKey = (uid: string): DependencyKey => uid;

/** Which published documents a type has, and in which order. */
export const membershipKey = (uid: string): DependencyKey => `${uid}?`;

/** A value as keys hold it: short, and without characters that a message could stumble over. */
export const valueDigest = (value: string): string =>
  createHash('md5').update(value).digest('hex').slice(0, 12);

/**
 * Which published documents of a type have a value in an attribute.
 *
 * @param value a plain value such as a slug; for a relation the id of the related document
 */
export const valueKey = (uid: string, attribute: string, value: string): DependencyKey =>
  `${uid}?${attribute}=${valueDigest(value)}`;
