import type { WithStrapi } from '../with-strapi';

/** Something that admin roles can be permitted, shown under Settings among those of a plugin. */
export type AdminAction = { displayName: string; pluginName: string; uid: string };

type ActionProvider = {
  registerMany?: (actions: readonly (AdminAction & { section: 'plugins' })[]) => Promise<unknown>;
};

/**
 * Lets admin roles be permitted something, as `plugin::<pluginName>.<uid>`; call it in a plugin's `bootstrap`.
 * The service is what Strapi's own plugins use, and is not documented (`@strapi/admin`,
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
