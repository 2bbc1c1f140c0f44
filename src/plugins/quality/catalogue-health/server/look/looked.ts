import type { WithStrapi } from '../../../../../platform/with-strapi';

/** Start times of the last full and incremental scan, in ISO 8601 by the database's clock. */
export type Looked = { everythingAt: string; changesAt: string };

type Store = {
  get: (of: object) => Promise<Looked | null>;
  set: (of: { value: Looked }) => Promise<void>;
};

export const lookedStore = ({ strapi }: WithStrapi): Store =>
  strapi.store({ type: 'plugin', name: 'catalogue-health', key: 'looked' }) as Store;
