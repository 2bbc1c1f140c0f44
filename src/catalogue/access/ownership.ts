import type { WithStrapi } from '#platform/strapi/with-strapi';
import { findModel } from '#platform/strapi/models';
import { BUSINESS_LINE, BUSINESS_LINE_ID } from '../business-line';

/**
 * How entries of a type belong to business lines:
 *
 * - `line`: they are business lines;
 * - `own`: they reference their lines in these attributes;
 * - `record`: they keep the document id of their line in this attribute, whatever becomes of the
 *   line;
 * - `shared`: they reference no line. They belong to the lines of the entries that reference
 *   them, or to none if nothing does.
 */
export type Ownership =
  | { kind: 'line' }
  | { kind: 'own'; attributes: readonly string[] }
  | { kind: 'record'; attribute: string }
  | { kind: 'shared' };

/** Returns how entries of a type belong to business lines, derived from the type's model. */
export const getOwnership = ({ strapi }: WithStrapi, uid: string | null): Ownership => {
  if (uid === BUSINESS_LINE) return { kind: 'line' };
  const attributes = uid === null ? {} : (findModel({ strapi }, uid)?.attributes ?? {});
  const ownRelations = Object.entries(attributes).flatMap(([name, attribute]) =>
    attribute?.target === BUSINESS_LINE && attribute.mappedBy === undefined ? [name] : [],
  );
  if (ownRelations.length > 0) return { kind: 'own', attributes: ownRelations };
  return Object.hasOwn(attributes, BUSINESS_LINE_ID)
    ? { kind: 'record', attribute: BUSINESS_LINE_ID }
    : { kind: 'shared' };
};
