import type { WithStrapi } from '../with-strapi';
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

type ActionProvider = {
  values: () => AdminAction[];
  appliesToProperty: (property: string, action: string, subject: string) => Promise<boolean>;
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
 * Returns services for roles and their permissions. These services of `@strapi/admin` are
 * undocumented (server/services/{role,permission,content-type}).
 */
export const adminRolesOf = ({ strapi }: WithStrapi) => {
  const { actionProvider } = strapi.service('admin::permission') as { actionProvider?: unknown };
  return {
    roles: requireFunctions<RoleService>(ADAPTER, strapi.service('admin::role'), [
      'findOne',
      'create',
      'assignPermissions',
    ]),
    actions: requireFunctions<ActionProvider>(ADAPTER, actionProvider, [
      'values',
      'appliesToProperty',
    ]),
    contentTypes: requireFunctions<ContentTypeService>(
      ADAPTER,
      strapi.service('admin::content-type'),
      ['getPermissionsWithNestedFields'],
    ),
  };
};
