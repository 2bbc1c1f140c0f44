import type { WithStrapi } from '../../../platform/with-strapi';
import { useFinderOf } from './finder';

type UsageQuery = {
  uid: string;
  /** Document IDs or file IDs. */
  ids: readonly string[];
  /** True to ignore uses in drafts. */
  onlyPublished: boolean;
};

/** Returns which of some entries or files are in use. Records such as orders do not count. */
export const findUsed = (
  { strapi }: WithStrapi,
  { uid, ids, onlyPublished }: UsageQuery,
): Promise<ReadonlySet<string>> =>
  useFinderOf({ strapi }).usedAmong(
    { uid, ids, locales: null, removal: 'delete' },
    { onlyPublished },
  );
