import type { Feature } from '#feature/feature';
import { registerGuide } from './guide';
import { registerDocumentationViewer } from './viewer';

/** Serves the OpenAPI document, the page that shows it, and the guide. */
export const documentation: Feature = {
  name: 'documentation',
  register: ({ strapi }) => {
    registerDocumentationViewer({ strapi });
    registerGuide({ strapi });
  },
};
