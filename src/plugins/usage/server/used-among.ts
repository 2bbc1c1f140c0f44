import type { WithStrapi } from '../../../platform/with-strapi';
import { useFinderOf } from './finder';

type Asked = {
  uid: string;
  /** Documents' ids, or files' numbers. */
  ids: readonly string[];
  /** Whether drafts do not count. */
  onlyPublished: boolean;
};

/** Which of some entries or files something uses; what only remembers them, as orders do, does not count. */
export const usedAmong = (
  { strapi }: WithStrapi,
  { uid, ids, onlyPublished }: Asked,
): Promise<ReadonlySet<string>> =>
  useFinderOf({ strapi }).usedAmong(
    { uid, ids, locales: null, removal: 'delete' },
    { onlyPublished },
  );
