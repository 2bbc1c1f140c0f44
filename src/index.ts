import type { Core } from '@strapi/strapi';
import { grantContentApi } from './plugins/content-api/grants';
import { availabilityOf, registerAvailability } from './database';
import { deliveryOf, registerDelivery } from './reading/registry';
import { applyLayouts } from './plugins/editor/server/apply-layouts';
import { keepEntryLabels } from './plugins/editor/server/entry-labels';
import { createRoles } from './plugins/editor/server/roles';
import { healthOf, registerHealth } from './plugins/health/server/register';
import { enforceIntegrity, registerIntegrity } from './plugins/integrity/server/register';
import { jobsOf } from './jobs';
import { removeLeftoverFolders } from './http/multipart/temporary-files';
import { registerDocumentationViewer } from './api/documentation/viewer';
import {
  guardPagesInDatabase,
  registerPageGuard,
} from './plugins/pages/server/one-per-line/one-per-vertical';
import { prepareAccounts } from './plugins/account/server/bootstrap';
import { registerPreview } from './plugins/preview/server/register';
import { registerReleases, releasesOf } from './releases';
import { registerSlots } from './plugins/pages/server/slots/register';
import { registerThrottle } from './throttle';
import { registerUploads } from './plugins/uploads/server/register';

export default {
  register({ strapi }: { strapi: Core.Strapi }): void {
    registerAvailability({ strapi });
    registerReleases({ strapi });
    registerDelivery({ strapi });
    registerIntegrity({ strapi });
    registerPageGuard({ strapi });
    registerSlots({ strapi });
    registerDocumentationViewer({ strapi });
    registerPreview({ strapi });
    registerThrottle({ strapi });
    registerHealth({ strapi });
    registerUploads({ strapi });
  },

  async bootstrap({ strapi }: { strapi: Core.Strapi }): Promise<void> {
    await removeLeftoverFolders();
    const releases = releasesOf({ strapi });
    await releases.announce();
    await enforceIntegrity({ strapi });
    await prepareAccounts({ strapi });
    await grantContentApi({ strapi });
    if (!releases.leavesDefinitions()) {
      await guardPagesInDatabase({ strapi });
      await keepEntryLabels({ strapi });
      await applyLayouts({ strapi });
    }
    await createRoles({ strapi });
    availabilityOf({ strapi }).start();
    await jobsOf({ strapi }).start();
    await deliveryOf({ strapi }).start();
    healthOf({ strapi }).started();
  },

  async destroy({ strapi }: { strapi: Core.Strapi }): Promise<void> {
    healthOf({ strapi }).drain();
    await deliveryOf({ strapi }).stop();
    await jobsOf({ strapi }).stop();
    await releasesOf({ strapi }).leave();
    await availabilityOf({ strapi }).stop();
  },
};
