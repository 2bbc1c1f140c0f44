import { findModel } from '../platform/strapi/models';
import type { WithStrapi } from '../platform/with-strapi';

/** Attribute by which lists are sorted in ascending order. */
export const POSITION = 'order';

/** Returns whether entries of a type have a position in their list. */
export const hasPosition = ({ strapi }: WithStrapi, uid: string): boolean => {
  const attribute = findModel({ strapi }, uid)?.attributes[POSITION];
  return attribute?.type === 'integer' && attribute.required === true;
};
