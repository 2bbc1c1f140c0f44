import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Feature } from '#feature/feature';
import { getReleases } from '#platform/releases';
import { rememberViews, skipUnchangedViews } from '#platform/strapi/content-manager-configuration';
import { applyLayouts } from './server/apply-layouts';
import { fillLabels, labelDefinitions } from './server/entry-labels';
import { clearFilledIn } from './server/fill-in';
import { createRoles, withdrawStockPermissions } from './server/roles';

const prepareDesk = async ({ strapi }: WithStrapi): Promise<void> => {
  if (!getReleases({ strapi }).leavesDefinitions()) {
    await fillLabels({ strapi });
    await applyLayouts({ strapi });
    await rememberViews({ strapi });
  }
  await createRoles({ strapi });
  await withdrawStockPermissions({ strapi });
};

/** Lays out the forms of the panel, and creates its roles. */
export const editor: Feature = {
  name: 'editor',
  folder: __dirname,
  definitions: labelDefinitions,
  register({ strapi }): void {
    skipUnchangedViews({ strapi });
    clearFilledIn({ strapi });
  },
  bootstrap: prepareDesk,
};
