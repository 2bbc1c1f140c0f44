import type { Core } from '@strapi/types';
import { makeReadOnly } from '../../../strapi/read-only-type';
import { GRANT_UID } from './constants';

type Permissions = {
  actionProvider: { registerMany: (actions: readonly object[]) => Promise<unknown> };
};

export const bootstrap = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  makeReadOnly({ strapi }, GRANT_UID);
  const permissions = strapi.service('admin::permission') as Permissions;
  await permissions.actionProvider.registerMany([
    {
      section: 'plugins',
      displayName: 'Export the accesses to partner videos',
      uid: 'grants.export',
      pluginName: 'partner-video',
    },
  ]);
};
