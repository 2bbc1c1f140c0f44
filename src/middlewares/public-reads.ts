import type { WithStrapi } from '../platform/with-strapi';
import { openPublicReads } from '../platform/http/public-reads';

export default (_config: unknown, { strapi }: WithStrapi) => openPublicReads({ strapi });
