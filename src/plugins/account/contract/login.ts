import { z } from '@strapi/utils';
import { commonErrors } from '../../../platform/http/common-errors';
import { normalizeEmail } from '../../../platform/http/email-address';
import { endpoint } from '../../../platform/http/endpoint';
import { registerSchema } from '../../../platform/http/openapi/schema-registry';
import { text } from '../../../platform/http/primitives';
import { accountErrors } from './errors';
import { accountFields, email, tag } from './fields';

const { TOO_MANY_REQUESTS, UNAUTHENTICATED } = commonErrors;

const refreshTokenFields = z.strictObject({
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
  errors: [accountErrors.INVALID_REFRESH_TOKEN, TOO_MANY_REQUESTS],
});

/**
 * E-mail address of a login. Any text is accepted; text that is no address belongs to no account.
 */
const loginEmail = z.string().trim().max(254).transform(normalizeEmail);

export const login = endpoint({
  operationId: 'login',
  method: 'POST',
  path: '/user-endpoints/login',
  tag,
  summary: 'Log in',
  description:
    'Send the token with further requests as `Authorization: Bearer <jwt>`. With `renewable` it holds a short time, and `refreshToken` gets the next one from `/user-endpoints/refresh`.',
  body: z.strictObject({
    email: loginEmail,
    password: z.string().max(1024),
    renewable: z
      .boolean()
      .optional()
      .describe('Whether to answer a short token with a refresh token instead of one long token.'),
  }),
  example: {
    body: { email: 'ana.garcia@example.com', password: 'Sunny-Kettle-42', renewable: true },
  },
  response: registerSchema(
    'Login',
    z.strictObject({
      jwt: text,
      user: z.strictObject(accountFields),
      ...refreshTokenFields.partial().shape,
    }),
  ),
  errors: [
    accountErrors.INVALID_CREDENTIALS,
    accountErrors.PASSWORD_RESET_REQUIRED,
    accountErrors.ACCOUNT_BLOCKED,
    TOO_MANY_REQUESTS,
  ],
});

export const logout = endpoint({
  operationId: 'logout',
  method: 'POST',
  path: '/user-endpoints/logout',
  tag,
  access: 'student',
  summary: 'End this login',
  description: 'The token stops working at once; other logins of the same user go on.',
  response: registerSchema(
    'LoggedOut',
    z.strictObject({ code: z.literal('LOGGED_OUT'), message: text }),
  ),
  errors: [UNAUTHENTICATED],
});

export const emailExists = endpoint({
  operationId: 'emailExists',
  method: 'POST',
  path: '/login-user/exists-email-vertical',
  tag,
  summary: 'Whether there is an account with an e-mail',
  description: 'The HTTP status is 200 in every case; `status` in the body is a field.',
  body: z.strictObject({ email }),
  example: { body: { email: 'ana.garcia@example.com' } },
  response: registerSchema(
    'EmailExists',
    z.discriminatedUnion('code', [
      z.strictObject({
        status: z.literal(200),
        code: z.literal('EMAIL_EXISTS'),
        message: text,
        exists: z.literal(true),
        isLegacyUser: z.literal(false),
      }),
      z.strictObject({
        status: z.literal(200),
        code: z.literal('PASSWORD_RESET_REQUIRED'),
        message: text,
        exists: z.literal(true),
        isLegacyUser: z.literal(true),
      }),
      z.strictObject({
        status: z.literal(411),
        code: z.literal('EMAIL_NOT_FOUND'),
        message: text,
        exists: z.literal(false),
      }),
    ]),
  ),
  errors: [TOO_MANY_REQUESTS],
});
