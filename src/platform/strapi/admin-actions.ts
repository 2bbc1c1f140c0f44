import type { WithStrapi } from '../with-strapi';

/** An action that roles of the panel can be granted. Settings lists it under its plugin. */
export type AdminAction = { displayName: string; pluginName: string; uid: string };

type ActionProvider = {
  registerMany?: (actions: readonly (AdminAction & { section: 'plugins' })[]) => Promise<unknown>;
};

/**
 * Registers actions for roles of the panel, as `plugin::<pluginName>.<uid>`. Call it in a plugin's
 * `bootstrap`. Strapi's own plugins use this undocumented service (`@strapi/admin`,
 * server/services/permission).
 */
export const registerAdminActions = async (
  { strapi }: WithStrapi,
  actions: readonly AdminAction[],
): Promise<void> => {
  const { actionProvider } = strapi.service('admin::permission') as {
    actionProvider?: ActionProvider;
  };
  if (typeof actionProvider?.registerMany !== 'function') {
    throw new Error(
      'src/platform/strapi/admin-actions.ts: Strapi has changed, without registerMany',
    );
  }
  await actionProvider.registerMany(
    actions.map((action) => ({ section: 'plugins' as const, ...action })),
  );
};
