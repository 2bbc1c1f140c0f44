import type { Context } from 'koa';
import { studentOf } from '../../../../access/student';
import type { WithStrapi } from '../types';

/**
 * The student who buys, where that is known: the bearer of the token, else whoever has the customer's
 * e-mail address.
 */
export const buyerOf = async (
  { strapi }: WithStrapi,
  ctx: Context,
  email: string,
): Promise<number | null> => {
  const student = await studentOf({ strapi }, ctx);
  if (student !== null) return student.id;
  const user = (await strapi.db.query('plugin::users-permissions.user').findOne({
    where: { email },
    select: ['id'],
  })) as { id: number } | null;
  return user?.id ?? null;
};
