import type { WithStrapi } from '../../../platform/with-strapi';
import { registerAdminActions } from '../../../platform/strapi/admin-actions';
import { makeReadOnly } from '../../../platform/strapi/read-only-type';
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
