import type { WithStrapi } from '../platform/with-strapi';
import { errorResponses } from '../platform/http/answers/error-responses';

export default (_config: unknown, { strapi }: WithStrapi) => errorResponses({ strapi });
