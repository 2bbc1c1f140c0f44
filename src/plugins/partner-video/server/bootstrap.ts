import type { Core } from '@strapi/types';
import { registerAdminActions } from '../../../strapi/admin-actions';
import { makeReadOnly } from '../../../strapi/read-only-type';
import { GRANT_UID } from './constants';

export const bootstrap = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  makeReadOnly({ strapi }, GRANT_UID);
  await registerAdminActions({ strapi }, [
    {
      displayName: 'Export the accesses to partner videos',
      pluginName: 'partner-video',
      uid: 'grants.export',
    },
  ]);
};
