import type { WithStrapi } from '../../../../../platform/with-strapi';
import type { Finding } from '../findings';

/** Rule that compares more than one entry. */
export type CatalogueRule = {
  /** Stable name, stored as the source of its findings. */
  name: string;
  /** Whether only full scans run the rule, because it is too slow for incremental scans. */
  isCostly?: boolean;
  /** Returns all current findings. */
  find: (context: WithStrapi) => Promise<readonly Finding[]>;
};
