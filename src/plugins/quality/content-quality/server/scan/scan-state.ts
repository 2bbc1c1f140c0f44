import type { WithStrapi } from '../../../../../platform/with-strapi';

/** Start times of the last full and incremental scan, in ISO 8601 by the database's clock. */
export type ScanState = { everythingAt: string; changesAt: string };

type Store = {
  get: (of: object) => Promise<ScanState | null>;
  set: (of: { value: ScanState }) => Promise<void>;
};

/** Returns the store of the scan state. Its name and key are those of earlier releases. */
export const scanStateOf = ({ strapi }: WithStrapi): Store =>
  strapi.store({ type: 'plugin', name: 'catalogue-health', key: 'looked' }) as Store;
