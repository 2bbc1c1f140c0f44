import type { Core } from '@strapi/types';
import type { login } from '../../contract';
import type { Output } from '../../../../http/endpoint';
import type { EndpointRequest } from '../../../../http/handler';
import { hasProvenAddress } from '../proven-address';
import { userWithPassword } from '../credentials';
import { issueLogin } from '../sessions';

/** Gives a token to whoever shows an e-mail and its password. */
export const logIn = async (
  { strapi }: { strapi: Core.Strapi },
  { body, ctx }: EndpointRequest<typeof login>,
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
