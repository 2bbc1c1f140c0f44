import type { WithStrapi } from './with-strapi';
import { requireFunctions } from './require-functions';

const ADAPTER = 'admin-roles.ts';

export type AdminPermission = {
  action: string;
  subject?: string | null;
  properties?: Record<string, unknown>;
  conditions?: readonly string[];
};

/** An action that roles can be granted, and its content types. */
export type AdminAction = {
  actionId: string;
  section: string;
  subjects?: readonly string[];
  options: { applyToProperties?: readonly string[] };
};

/** An action of a plugin. Settings lists it under the plugin. */
export type PluginAction = { displayName: string; pluginName: string; uid: string };

type ActionProvider = {
  get: (id: string) => AdminAction | undefined;
  values: () => AdminAction[];
  appliesToProperty: (property: string, action: string, subject: string) => Promise<boolean>;
  registerMany: (actions: readonly (PluginAction & { section: 'plugins' })[]) => Promise<unknown>;
};

type RoleService = {
  findOne: (where: { code: string }) => Promise<{ id: number } | null>;
  create: (role: { code: string; name: string; description: string }) => Promise<{ id: number }>;
  assignPermissions: (role: number, permissions: readonly AdminPermission[]) => Promise<unknown>;
};

type ContentTypeService = {
  getPermissionsWithNestedFields: (actions: readonly AdminAction[]) => AdminPermission[];
};

/**
 * Returns the actions that roles can be granted. Strapi's own plugins use this undocumented service
 * (`@strapi/admin`, server/services/permission).
 */
const getActionProvider = ({ strapi }: WithStrapi): ActionProvider => {
  const { actionProvider } = strapi.service('admin::permission') as { actionProvider?: unknown };
  return requireFunctions<ActionProvider>(ADAPTER, actionProvider, [
    'get',
    'values',
    'appliesToProperty',
    'registerMany',
  ]);
};

/**
 * Returns services for roles and their permissions. These services of `@strapi/admin` are
 * undocumented (server/services/{role,permission,content-type}).
 */
export const getRoleServices = ({ strapi }: WithStrapi) => ({
  roles: requireFunctions<RoleService>(ADAPTER, strapi.service('admin::role'), [
    'findOne',
    'create',
    'assignPermissions',
  ]),
  actions: getActionProvider({ strapi }),
  contentTypes: requireFunctions<ContentTypeService>(
    ADAPTER,
    strapi.service('admin::content-type'),
    ['getPermissionsWithNestedFields'],
  ),
});

/**
 * Registers actions for roles of the panel, as `plugin::<pluginName>.<uid>`. Call it in a plugin's
 * `bootstrap`.
 */
export const registerAdminActions = async (
  { strapi }: WithStrapi,
  actions: readonly PluginAction[],
): Promise<void> => {
  await getActionProvider({ strapi }).registerMany(
    actions.map((action) => ({ section: 'plugins' as const, ...action })),
  );
};

const WRITING = ['create', 'update', 'delete', 'publish'].map(
  (verb) => `plugin::content-manager.explorer.${verb}`,
);

/**
 * Makes a content type read-only in the admin panel. The permissions to write it no longer exist,
 * also for super admins, so the panel shows no buttons and the endpoints reject writes. Call it in
 * a plugin's `bootstrap`: after the content manager creates these permissions and before the admin
 * assigns them.
 */
export const makeReadOnly = ({ strapi }: WithStrapi, uid: string): void => {
  const actions = getActionProvider({ strapi });
  for (const id of WRITING) {
    const action = actions.get(id);
    if (action?.subjects === undefined) {
      throw new Error(`src/platform/strapi/${ADAPTER}: Strapi’s internals have changed: no ${id}`);
    }
    action.subjects = action.subjects.filter((subject) => subject !== uid);
  }
};
