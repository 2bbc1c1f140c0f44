import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../platform/with-strapi';
import type { Wanted } from './entries';
import { judgeOf, type JudgedDraft } from './judge';
import { measuresOf } from './measures';

/** The types whose entries are held against rules. */
export const judgedTypes = ({ strapi }: WithStrapi): UID.ContentType[] =>
  [...measuresOf({ strapi }).values()].map(({ uid }) => uid);

/** Stored drafts with everything that is to be said of them; the number of queries does not depend on how many they are. */
export const judgeStored = async (
  { strapi }: WithStrapi,
  uid: string,
  wanted: Wanted,
): Promise<JudgedDraft[]> => {
  const measure = measuresOf({ strapi }).get(uid);
  return measure === undefined ? [] : judgeOf({ strapi }).judge({ strapi }, measure, wanted);
};
