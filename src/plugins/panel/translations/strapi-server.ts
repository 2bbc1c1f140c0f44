import type { WithStrapi } from '#platform/strapi/with-strapi';

export default {
  register({ strapi }: WithStrapi): void {
    strapi.customFields.register({ name: 'language', plugin: 'translations', type: 'string' });
  },
};
