import type { Core } from '@strapi/types';

export default {
  register({ strapi }: { strapi: Core.Strapi }): void {
    strapi.customFields.register({ name: 'language', plugin: 'translations', type: 'string' });
  },
};
