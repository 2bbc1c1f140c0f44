import type { WithStrapi } from '../../../platform/with-strapi';
import { findModel } from '../../../platform/strapi/models';
import { VERTICAL } from './uids';

/**
 * How entries of a type belong to business lines:
 *
 * - `line`: they are business lines;
 * - `own`: they name their lines, in these attributes;
 * - `shared`: they name none. Each belongs to the lines of whatever names it, and to nobody as long as
 *   nothing does.
 */
export type Ownership =
  { kind: 'line' } | { kind: 'own'; attributes: readonly string[] } | { kind: 'shared' };

/** How entries of a type belong to business lines, by the type's model. */
export const ownershipOf = ({ strapi }: WithStrapi, uid: string | null): Ownership => {
  if (uid === VERTICAL) return { kind: 'line' };
  const attributes = uid === null ? {} : (findModel({ strapi }, uid)?.attributes ?? {});
  const own = Object.entries(attributes).flatMap(([name, attribute]) =>
    attribute?.target === VERTICAL && attribute.mappedBy === undefined ? [name] : [],
  );
  return own.length > 0 ? { kind: 'own', attributes: own } : { kind: 'shared' };
};
