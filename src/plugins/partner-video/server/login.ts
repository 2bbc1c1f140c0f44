import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { studentOf, type Student } from '../../account/server/student';
import { failure } from '../../../http/errors';
import { partnerVideoFailures } from '../contract';

/**
 * The student whose token a request carries.
 *
 * @throws UnauthorizedError `LOGIN_REQUIRED` without a valid one
 */
export const requireStudent = async (
  { strapi }: { strapi: Core.Strapi },
  ctx: Context,
): Promise<Student> => {
  const student = await studentOf({ strapi }, ctx);
  if (student === null) throw failure(partnerVideoFailures.LOGIN_REQUIRED);
  return student;
};
