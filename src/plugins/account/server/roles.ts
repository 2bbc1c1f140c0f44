import { z } from '@strapi/utils';
import type { Context, Next } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { commonErrors } from '#platform/http/common-errors';
import { defineErrors } from '#platform/http/errors';
import { createLocalizedError } from '#platform/http/localized-error';
import { getRequestBody } from '#platform/http/request-person';
import { addRouteMiddleware } from '#platform/strapi/routes';
import { extendUsersAndPermissions } from '#platform/strapi/users-permissions';
import { runSqlInTransaction, getTable } from '#platform/strapi/queries';
import { listUsers, migrate } from '../contract';
import {
  getDefaultRoleType,
  loadDefaultRoleType,
  ROLE,
  type AdvancedSettings,
  type Role,
} from './users';

const roleErrors = defineErrors({
  DEFAULT_ROLE_IN_USE: {
    status: 409,
    message: {
      en: 'New students get this role. Choose another default role in the advanced settings first.',
      es: 'Los alumnos nuevos reciben este rol. Elige antes otro rol por defecto en los ajustes avanzados.',
    },
  },
});

const PERMISSION = 'plugin::users-permissions.permission';

/** Permissions of the role ADMINISTRATOR. */
const GRANTS = [listUsers.permission, migrate.permission, 'plugin::users-permissions.user.me'];

/**
 * Creates and names the documented roles; names that somebody has changed stay unchanged. Each
 * permission is granted once, so that a withdrawn one does not come back with the next start.
 */
export const prepareStudentRoles = async ({ strapi }: WithStrapi): Promise<void> => {
  const roles = getTable<Role & { description: string }>({ strapi }, ROLE);
  const permissions = getTable<{ action: string; role: number }>({ strapi }, PERMISSION);
  await roles.update({
    where: { type: 'authenticated', name: 'Authenticated' },
    data: { name: 'USER', description: 'Given to everyone who registers.' },
  });
  const existing = await roles.findOne({ where: { type: 'administrator' } });
  const role =
    existing ??
    (await roles.create({
      data: {
        name: 'ADMINISTRATOR',
        type: 'administrator',
        description: 'May list and migrate users.',
      },
    }));
  const store = strapi.store({ type: 'plugin', name: 'account', key: 'granted' });
  const granted = existing === null ? [] : (((await store.get({})) as string[] | null) ?? []);
  for (const action of GRANTS.filter((grant) => !granted.includes(grant))) {
    const grant = { action, role: role.id };
    if ((await permissions.count({ where: grant })) === 0)
      await permissions.create({ data: grant });
  }
  await store.set({ value: GRANTS });
};

const LONGEST = 255;

const line = z.string().max(LONGEST);

/**
 * Permissions by plugin, controller and action:
 * `plugin::upload.controllers.content-api.find.enabled`.
 */
const permissions = z.record(
  z.string(),
  z.looseObject({
    controllers: z.record(
      z.string(),
      z.record(z.string(), z.looseObject({ enabled: z.boolean().optional() })),
    ),
  }),
);

const changedRole = z.object({
  name: line.min(1).optional(),
  description: z.string().nullish(),
  permissions: permissions.optional(),
});

/** New role without the fields that callers cannot choose, such as its id. */
const newRole = changedRole.extend({ name: line.min(1), type: line.optional() });

type RoleService = {
  createRole: (role: unknown) => Promise<unknown>;
  updateRole: (id: unknown, role: unknown) => Promise<unknown>;
  deleteRole: (id: unknown, publicRole: unknown) => Promise<unknown>;
};

/**
 * Gives the users of a role the public one. A user who gets the role meanwhile would be left without
 * a role, and all requests with their token would fail. Call it in the transaction of the deletion.
 */
const moveUsers = async (
  { strapi }: WithStrapi,
  role: unknown,
  publicRole: unknown,
): Promise<void> => {
  const run = (statement: string, bindings: readonly unknown[]) =>
    runSqlInTransaction({ strapi }, statement, bindings);
  await run('SELECT FROM up_roles WHERE id = ? FOR UPDATE', [role]);
  await run('UPDATE up_users_role_lnk SET role_id = ? WHERE role_id = ?', [publicRole, role]);
  // Users & Permissions would delete them side by side, which one connection cannot.
  await run(
    `DELETE FROM up_permissions p USING up_permissions_role_lnk l
     WHERE l.permission_id = p.id AND l.role_id = ?`,
    [role],
  );
};

/** Nobody could register without the default role. */
const refuseDefaultRole = async ({ strapi }: WithStrapi, id: unknown): Promise<void> => {
  const role = await getTable<Role>({ strapi }, ROLE).findOne({ where: { id }, select: ['type'] });
  if (role?.type === (await loadDefaultRoleType({ strapi })))
    throw createLocalizedError({ strapi }, roleErrors.DEFAULT_ROLE_IN_USE);
};

/** Refuses settings with a default role that was deleted. Users & Permissions stores any value. */
export const createDefaultRoleMiddleware =
  (_config: unknown, { strapi }: WithStrapi) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const type = getDefaultRoleType(getRequestBody(ctx) as AdvancedSettings | null);
    const roles = getTable<Role>({ strapi }, ROLE);
    if (typeof type !== 'string' || (await roles.count({ where: { type } })) === 0) {
      const path = ['default_role'];
      throw createLocalizedError({ strapi }, commonErrors.INVALID_REQUEST, { path });
    }
    await next();
  };

/**
 * Validates roles before they are written. Users & Permissions writes them unchecked and fails
 * halfway. Deletes a role at once, so that each of its users keeps a role. The audit log runs
 * deletions and changes of the default role one after another (`takesTurns`).
 */
export const guardRoles = ({ strapi }: WithStrapi): void => {
  const parseRole = <Schema extends z.ZodType>(schema: Schema, role: unknown): z.output<Schema> => {
    const result = schema.safeParse(role);
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    const path = (issue?.path ?? []).map(String);
    throw createLocalizedError({ strapi }, commonErrors.INVALID_REQUEST, { path });
  };
  extendUsersAndPermissions<RoleService>({ strapi }, 'role', (stock) => ({
    ...stock,
    createRole: (role) => stock.createRole(parseRole(newRole, role)),
    updateRole: (id, role) => stock.updateRole(id, parseRole(changedRole, role)),
    deleteRole: (id, publicRole) =>
      strapi.db.transaction(async () => {
        await refuseDefaultRole({ strapi }, id);
        await moveUsers({ strapi }, id, publicRole);
        return stock.deleteRole(id, publicRole);
      }),
  }));
  const handlers = new Set(['settings.updateAdvancedSettings']);
  addRouteMiddleware(
    { strapi },
    { plugin: 'users-permissions', router: 'admin', handlers },
    'plugin::account.default-role',
  );
};
