import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { partnerVideoFailures } from '../../../contracts/partner-video';
import { failure } from '../../../contracts/kit/errors';

type Student = { documentId: string; blocked?: boolean };

type Accounts = {
  jwt: { getToken: (ctx: Context) => Promise<{ id?: number } | null> };
  user: { fetchAuthenticatedUser: (id: number) => Promise<Student | null> };
};

/**
 * The student whose token a request carries.
 *
 * @throws UnauthorizedError `LOGIN_REQUIRED` without a valid one
 */
export const requireStudent = async (
  { strapi }: { strapi: Core.Strapi },
  ctx: Context,
): Promise<Student> => {
  const service = <K extends keyof Accounts>(name: K): Accounts[K] =>
    strapi.service(`plugin::users-permissions.${name}`) as unknown as Accounts[K];
  const token = await Promise.resolve(service('jwt').getToken(ctx)).catch(() => null);
  const student =
    token?.id === undefined ? null : await service('user').fetchAuthenticatedUser(token.id);
  if (student === null || student.blocked) throw failure(partnerVideoFailures.LOGIN_REQUIRED);
  return student;
};
