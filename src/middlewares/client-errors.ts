import type { WithStrapi } from '../platform/with-strapi';
import { nameMistakes } from '../platform/http/answers/mistakes';

export default (_config: unknown, { strapi }: WithStrapi) => nameMistakes({ strapi });
