import type { WithStrapi } from '../../../platform/with-strapi';
import { tableOf } from '../../../platform/strapi/queries';
import { listUsers, migrate } from '../contract';
import { ROLE, type Role } from './users';

const PERMISSION = 'plugin::users-permissions.permission';

/** Permissions of the role ADMINISTRATOR. */
const GRANTS = [listUsers.permission, migrate.permission, 'plugin::users-permissions.user.me'];

/**
 * Creates and names the documented roles; names that somebody has changed stay unchanged. Each
 * permission is granted once, so that a withdrawn one does not come back with the next start.
 */
export const prepareStudentRoles = async ({ strapi }: WithStrapi): Promise<void> => {
  const roles = tableOf<Role & { description: string }>({ strapi }, ROLE);
  const permissions = tableOf<{ action: string; role: number }>({ strapi }, PERMISSION);
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
  for (const action of GRANTS.filter((one) => !granted.includes(one))) {
    const grant = { action, role: role.id };
    if ((await permissions.count({ where: grant })) === 0)
      await permissions.create({ data: grant });
  }
  await store.set({ value: GRANTS });
};
