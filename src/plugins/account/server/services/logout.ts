import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type { logout } from '../../contract';
import type { Output } from '../../../../http/endpoint';
import { requireUser } from '../access';
import { revokeLogin } from '../sessions';
import { messageFor } from '../messages';

/** Ends the login whose token the request shows. */
export const logOut = async (
  { strapi }: { strapi: Core.Strapi },
  ctx: Context,
): Promise<Output<typeof logout>> => {
  await requireUser({ strapi }, ctx);
  await revokeLogin({ strapi }, ctx);
  return { code: 'LOGGED_OUT', message: messageFor(ctx, 'LOGGED_OUT') };
};
