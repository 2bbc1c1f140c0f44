import { z } from '@strapi/utils';
import type { WithStrapi } from '../../../platform/with-strapi';
import { commonErrors } from '../../../platform/http/common-errors';
import { localizedError } from '../../../platform/http/localized-error';
import { extendUsersAndPermissions } from '../../../platform/strapi/users-permissions';

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
};

/**
 * Validates roles before they are written. Users & Permissions writes them unchecked and fails
 * halfway.
 */
export const checkRoles = ({ strapi }: WithStrapi): void => {
  const checked = <Schema extends z.ZodType>(schema: Schema, role: unknown): z.output<Schema> => {
    const result = schema.safeParse(role);
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    const path = (issue?.path ?? []).map(String);
    throw localizedError({ strapi }, commonErrors.INVALID_REQUEST, { path });
  };
  extendUsersAndPermissions<RoleService>({ strapi }, 'role', (stock) => ({
    ...stock,
    createRole: (role) => stock.createRole(checked(newRole, role)),
    updateRole: (id, role) => stock.updateRole(id, checked(changedRole, role)),
  }));
};
