import type { WithStrapi } from '../../../../platform/with-strapi';
import type { logout } from '../../contract';
import type { Output } from '../../../../platform/http/endpoint';
import type { EndpointRequest } from '../../../../platform/http/handler';
import { revokeLogin } from '../sessions';
import { messageFor } from '../messages';

/** Ends the login of the request's token. */
export const logOut = async (
  { strapi }: WithStrapi,
  { ctx }: EndpointRequest<typeof logout>,
): Promise<Output<typeof logout>> => {
  await revokeLogin({ strapi }, ctx);
  return { code: 'LOGGED_OUT', message: messageFor(ctx, 'LOGGED_OUT') };
};
