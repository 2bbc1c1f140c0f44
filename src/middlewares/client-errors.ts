import type { WithStrapi } from '../platform/with-strapi';
import { mapParserErrors } from '../platform/http/answers/client-errors';

export default (_config: unknown, { strapi }: WithStrapi) => mapParserErrors({ strapi });
