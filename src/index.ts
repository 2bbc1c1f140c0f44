import type { Core } from '@strapi/strapi';
import { grantContentApi } from './access/content-api';
import { registerReader } from './delivery/registry';
import { registerDocumentationViewer } from './openapi/viewer';
import { registerSlots } from './slots/register';

export default {
  register({ strapi }: { strapi: Core.Strapi }): void {
    registerReader({ strapi });
    registerSlots({ strapi });
    registerDocumentationViewer({ strapi });
  },

  async bootstrap({ strapi }: { strapi: Core.Strapi }): Promise<void> {
    await grantContentApi({ strapi });
  },
};
