import { z } from '@strapi/utils';
import { commonErrors } from '../../../platform/http/common-errors';
import { endpoint } from '../../../platform/http/endpoint';
import { registerSchema } from '../../../platform/http/openapi/schema-registry';
import { text } from '../../../platform/http/primitives';
import { accountErrors } from './errors';
import { tag } from './fields';

export const refreshTokenFields = z.strictObject({
  refreshToken: text.describe(
    'Renews a login that is `renewable`, until another one takes its place.',
  ),
  refreshTokenExpiresAt: z.iso.datetime().describe('Until when it has to be used.'),
});

export const refresh = endpoint({
  operationId: 'refreshLogin',
  method: 'POST',
  path: '/user-endpoints/refresh',
  tag,
  summary: 'Renew a login',
  description:
    'For logins with `renewable`: the next token, and the refresh token that replaces the one that was sent. For 30 seconds the same one may be sent again, by another tab or because the answer was lost, and has the same successor, which stays the newest for as long: sent within those seconds, it is answered itself with another token. When one is sent again later than that, somebody else has it: the login ends.',
  body: z.strictObject({ refreshToken: z.string().max(200) }),
  example: { body: { refreshToken: 'what-login-answered-as-refreshToken' } },
  response: registerSchema(
    'RenewedLogin',
    z.strictObject({ jwt: text, ...refreshTokenFields.shape }),
  ),
  errors: [accountErrors.INVALID_REFRESH_TOKEN, commonErrors.TOO_MANY_REQUESTS],
});
