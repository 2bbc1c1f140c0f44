import type { Core } from '@strapi/types';
import { listUsers, migrate } from '../../contract';
import { answer } from '../../../../http/handler';
import { streamUsers } from '../services/list-users';
import { migrateUser } from '../services/migrate';

/** The names of the actions are rights that roles and API tokens are given. */
export const usersController = ({ strapi }: { strapi: Core.Strapi }) => ({
  find: answer(listUsers, (_input, ctx) => streamUsers({ strapi }, ctx)),
  migrate: answer(migrate, (input, ctx) => migrateUser({ strapi }, input, ctx)),
});
