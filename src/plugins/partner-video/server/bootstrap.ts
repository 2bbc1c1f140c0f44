import type { WithStrapi } from '../../../platform/with-strapi';
import { makeReadOnly, registerAdminActions } from '../../../platform/strapi/admin-roles';
import { GRANT_UID } from './constants';

export const bootstrap = async ({ strapi }: WithStrapi): Promise<void> => {
  makeReadOnly({ strapi }, GRANT_UID);
  await registerAdminActions({ strapi }, [
    {
      displayName: 'Export the accesses to partner videos',
      pluginName: 'partner-video',
      uid: 'grants.export',
    },
  ]);
};
