import type { WithStrapi } from '../platform/with-strapi';
import { readBodies } from '../platform/http/bodies/read-bodies';

/** Place it after `global::multipart`, whose fields it inspects too. */
export default (_config: unknown, { strapi }: WithStrapi) => readBodies({ strapi });
