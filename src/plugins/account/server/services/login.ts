import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type { login } from '../../contract';
import type { Input, Output } from '../../../../http/endpoint';
import { hasProvenAddress } from '../proven-address';
import { userWithPassword } from '../credentials';
import { issueLogin } from '../sessions';

/** Gives a token to whoever shows an e-mail and its password. */
export const logIn = async (
  { strapi }: { strapi: Core.Strapi },
  { body }: Input<typeof login>,
  ctx: Context,
): Promise<Output<typeof login>> => {
  const user = await userWithPassword({ strapi }, body, ctx);
  return {
    jwt: await issueLogin({ strapi }, user),
    user: {
      id: user.id,
      documentId: user.documentId,
      username: user.username,
      email: user.email,
      confirmed: hasProvenAddress(user),
      phone: user.phone,
      origin: user.origin,
      identificationNumber: user.identificationNumber,
      nameLastName: user.nameLastName,
    },
  };
};
