import type { Core } from '@strapi/types';

/**
 * To see mails that were not sent and to send them again. Stored with the roles that have it, hence under
 * the plugin that mails were part of when roles were first given it.
 */
export const MANAGE_MAILS = 'plugin::account.mails.manage';

type Actions = { registerMany: (actions: Record<string, unknown>[]) => Promise<void> };

/** What admin roles can be permitted under Settings. */
export const registerPermissions = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
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
