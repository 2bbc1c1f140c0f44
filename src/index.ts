import type { Core } from '@strapi/strapi';
import { grantContentApi } from './access/content-api';
import { availabilityOf, registerAvailability } from './database';
import { deliveryOf, registerDelivery } from './delivery/registry';
import { applyLayouts } from './editor/apply-layouts';
import { keepEntryLabels } from './editor/entry-labels';
import { createRoles } from './editor/roles';
import { healthOf, registerHealth } from './health/register';
import { enforceIntegrity, registerIntegrity } from './integrity/register';
import { jobsOf } from './jobs';
import { removeLeftoverFolders } from './multipart/temporary-files';
import { registerDocumentationViewer } from './openapi/viewer';
import { guardPagesInDatabase, registerPageGuard } from './pages/one-per-vertical';
import { prepareAccounts } from './plugins/account/server/bootstrap';
import { registerPreview } from './preview/register';
import { registerReleases, releasesOf } from './releases';
import { registerSlots } from './slots/register';
import { registerThrottle } from './throttle';
import { registerUploads } from './uploads/register';

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
