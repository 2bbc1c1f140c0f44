import type { Core } from '@strapi/types';
import { MANAGE_MAILS } from '../../account/server/routes/admin';

type Actions = { registerMany: (actions: Record<string, unknown>[]) => Promise<void> };

/** Rights that admin roles can be given under Settings. */
export const registerRights = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  const { actionProvider } = strapi.service('admin::permission') as unknown as {
    actionProvider: Actions;
  };
  await actionProvider.registerMany([
    {
      section: 'plugins',
      displayName: 'See e-mails that were not sent, and send them again',
      uid: MANAGE_MAILS.split('.').slice(1).join('.'),
      pluginName: 'account',
    },
  ]);
};
