import type { WithStrapi } from '../../../../platform/with-strapi';
import { listUsers, migrate } from '../../contract';
import { createHandler } from '../../../../platform/http/handler';
import { streamUsers } from '../services/list-users';
import { migrateUser } from '../services/migrate';

/**
 * Returns the controller of users. Names of its actions are part of the permissions of roles and
 * API tokens.
 */
export const usersController = ({ strapi }: WithStrapi) => {
  const handle = createHandler({ strapi });

  return {
    find: handle(listUsers, ({ query }) => streamUsers({ strapi }, query)),
    migrate: handle(migrate, (request) => migrateUser({ strapi }, request)),
  };
};
