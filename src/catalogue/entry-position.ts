import { findModel } from '#platform/strapi/models';
import type { WithStrapi } from '#platform/strapi/with-strapi';

/** Attribute that holds the place of an entry in its lists. Moves write it, and forms hide it. */
export const POSITION = 'order';

/** Returns whether entries of a type have a position in their list. */
export const hasPosition = ({ strapi }: WithStrapi, uid: string): boolean => {
  const attribute = findModel({ strapi }, uid)?.attributes[POSITION];
  return attribute?.type === 'integer' && attribute.required === true;
};

export const withoutPosition = (
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name !== POSITION));
