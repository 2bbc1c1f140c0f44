import { z } from '@strapi/utils';
import { commonErrors } from '#platform/http/common-errors';
import { normalizeEmail } from '#platform/http/email-address';
import { defineEndpoint } from '#platform/http/endpoint';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import { text } from '#platform/http/primitives';
import { accountErrors } from './errors';
import { accountFields, email, tag } from './fields';

const { TOO_MANY_REQUESTS, UNAUTHENTICATED } = commonErrors;

const refreshTokenFields = z.strictObject({
  refreshToken: text.describe(
    'Renews a login that is `renewable`, until another one takes its place.',
  ),
  refreshTokenExpiresAt: z.iso.datetime().describe('Time at which it expires.'),
});

export const refresh = defineEndpoint({
  operationId: 'refreshLogin',
  method: 'POST',
  path: '/user-endpoints/refresh',
  tag,
  summary: 'Renew a login',
  description:
    'For logins with `renewable`: returns the next token, and a refresh token that replaces the sent one. For 30 seconds, another tab or a retry may send the replaced refresh token again, and receives the same successor. A successor that is sent within these seconds is returned itself, with another token. A refresh token that is sent later counts as stolen: the login ends.',
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

export const login = defineEndpoint({
  operationId: 'login',
  method: 'POST',
  path: '/user-endpoints/login',
  tag,
  summary: 'Log in',
  description:
    'Send the token with further requests as `Authorization: Bearer <jwt>`. With `renewable` the token expires soon, and `/user-endpoints/refresh` exchanges `refreshToken` for the next one.',
  body: z.strictObject({
    email: loginEmail,
    password: z.string().max(1024),
    renewable: z
      .boolean()
      .optional()
      .describe(
        'Whether to return a short-lived token with a refresh token instead of one long-lived token.',
      ),
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

export const logout = defineEndpoint({
  operationId: 'logout',
  method: 'POST',
  path: '/user-endpoints/logout',
  tag,
  access: 'student',
  summary: 'End this login',
  description: 'Revokes the token at once. Other logins of the user stay valid.',
  response: registerSchema(
    'LoggedOut',
    z.strictObject({ code: z.literal('LOGGED_OUT'), message: text }),
  ),
  errors: [UNAUTHENTICATED],
});

export const emailExists = defineEndpoint({
  operationId: 'emailExists',
  method: 'POST',
  path: '/login-user/exists-email-vertical',
  tag,
  summary: 'Check whether an e-mail address has an account',
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
