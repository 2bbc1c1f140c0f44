import type { WithStrapi } from '../../../platform/with-strapi';
import { localizedError } from '../../../platform/http/localized-error';
import { isAdminToken } from '../../../platform/strapi/actor';
import { rightsErrors } from './errors';

/**
 * Refuses admin tokens where the rights of their owner apply instead of their own. A token may have
 * far fewer.
 *
 * @throws rightsErrors.TOKEN_NOT_ALLOWED
 */
export const refuseTokens = (context: WithStrapi): void => {
  if (isAdminToken(context)) throw localizedError(context, rightsErrors.TOKEN_NOT_ALLOWED);
};
