import type { WithStrapi } from '../platform/with-strapi';
import { answersInOneForm } from '../platform/http/answers/error-form';

export default (_config: unknown, { strapi }: WithStrapi) => answersInOneForm({ strapi });
