import type { WithStrapi } from '../platform/with-strapi';
import { openPublicReads } from '../http/public-reads';

export default (_config: unknown, { strapi }: WithStrapi) => openPublicReads({ strapi });
