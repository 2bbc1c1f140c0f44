import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../platform/with-strapi';
import type { Wanted } from './entries';
import { judgeOf, type JudgedDraft } from './judge';
import { measuresOf } from './measures';

/** Returns the types that have publishing rules. */
export const judgedTypes = ({ strapi }: WithStrapi): UID.ContentType[] =>
  [...measuresOf({ strapi }).values()].map(({ uid }) => uid);

/** Evaluates stored drafts. The number of queries is independent of the number of drafts. */
export const judgeStored = async (
  { strapi }: WithStrapi,
  uid: string,
  wanted: Wanted,
): Promise<JudgedDraft[]> => {
  const measure = measuresOf({ strapi }).get(uid);
  return measure === undefined ? [] : judgeOf({ strapi }).judge({ strapi }, measure, wanted);
};
