import { isAdminToken } from '../strapi/actor';
import type { WithStrapi } from '../with-strapi';
import { defineErrors } from './errors';
import { localizedError } from './localized-error';

const tokenErrors = defineErrors({
  TOKEN_NOT_ALLOWED: {
    status: 403,
    message: {
      en: 'A token may not do this. Sign in to the panel.',
      es: 'Un token no puede hacer esto. Inicia sesión en el panel.',
    },
  },
});

/**
 * Refuses admin tokens where the rights of their owner apply instead of their own. A token may have
 * far fewer.
 *
 * @throws tokenErrors.TOKEN_NOT_ALLOWED
 */
export const refuseTokens = (context: WithStrapi): void => {
  if (isAdminToken(context)) throw localizedError(context, tokenErrors.TOKEN_NOT_ALLOWED);
};
