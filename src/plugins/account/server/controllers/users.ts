import type { Core } from '@strapi/types';
import { listUsers, migrate } from '../../contract';
import { createHandler } from '../../../../http/handler';
import { streamUsers } from '../services/list-users';
import { migrateUser } from '../services/migrate';

/** The names of the actions are those of the permissions that roles and API tokens are given. */
export const usersController = ({ strapi }: { strapi: Core.Strapi }) => {
  const handle = createHandler({ strapi });

  return {
    find: handle(listUsers, ({ query }) => streamUsers({ strapi }, query)),
    migrate: handle(migrate, (request) => migrateUser({ strapi }, request)),
  };
};
