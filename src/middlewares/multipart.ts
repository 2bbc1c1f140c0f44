import type { WithStrapi } from '../platform/with-strapi';
import { takeForms } from '../platform/http/multipart/take-forms';
import { uploadSettings } from '../platform/storage/settings';

/** Place it after `strapi::query` and before `global::body`, which inspects its fields. */
export default (_config: unknown, { strapi }: WithStrapi) =>
  takeForms({ strapi }, uploadSettings.of({ strapi }));
