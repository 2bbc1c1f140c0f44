const mayRead = {
  name: 'plugin::content-manager.hasPermissions',
  config: { actions: ['plugin::content-manager.explorer.read'] },
};

const mayCreate = {
  name: 'plugin::content-manager.hasPermissions',
  config: { actions: ['plugin::content-manager.explorer.create'] },
};

/** The parameter is called `model` because the content manager's policy looks for it under this name. */
export const adminRoutes = {
  type: 'admin' as const,
  routes: [
    {
      method: 'POST' as const,
      path: '/copy/:model/:documentId',
      handler: 'copy.copy',
      config: { policies: ['admin::isAuthenticatedAdmin', mayCreate] },
    },
    {
      method: 'GET' as const,
      path: '/shown-on/:model/:documentId',
      handler: 'shown-on.find',
      config: { policies: ['admin::isAuthenticatedAdmin', mayRead] },
    },
  ],
};
