import { z } from '@strapi/utils';
import { commonErrors } from '#platform/http/common-errors';
import { defineEndpoint } from '#platform/http/endpoint';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import { text } from '#platform/http/primitives';
import { accountErrors } from './errors';
import { email, language, newPassword, tag } from './fields';

const { TOO_MANY_REQUESTS, UNAUTHENTICATED } = commonErrors;

export const forgotPassword = defineEndpoint({
  operationId: 'forgotPassword',
  method: 'POST',
  path: '/user-endpoints/forgot-password',
  tag,
  summary: 'Request a code for a new password',
  description: 'The response is the same whether or not the e-mail address has an account.',
  body: z.strictObject({
    email,
    lang: language.optional().describe('Language of the e-mail; otherwise the account’s.'),
  }),
  example: { body: { email: 'ana.garcia@example.com', lang: 'es' } },
  response: registerSchema(
    'ResetCodeSent',
    z.strictObject({ code: z.literal('RESET_CODE_SENT'), message: text }),
  ),
  errors: [TOO_MANY_REQUESTS],
});

export const resetPassword = defineEndpoint({
  operationId: 'resetPassword',
  method: 'POST',
  path: '/user-endpoints/password-reset',
  tag,
  summary: 'Set a new password with a code',
  description: 'Ends every login of the user, and proves the address. The code works once.',
  body: z.strictObject({
    password: newPassword,
    code: z.string().trim().max(200),
    lang: language
      .optional()
      .describe('Language of the confirming e-mail; otherwise the account’s.'),
  }),
  example: { body: { code: 'what-the-mail-says', password: 'Sunny-Kettle-43', lang: 'es' } },
  response: registerSchema(
    'PasswordUpdated',
    z.strictObject({ code: z.literal('PASSWORD_UPDATED'), message: text }),
  ),
  errors: [accountErrors.INVALID_RESET_CODE, accountErrors.INVALID_PASSWORD, TOO_MANY_REQUESTS],
});

export const confirmEmail = defineEndpoint({
  operationId: 'confirmEmail',
  method: 'POST',
  path: '/user-endpoints/confirm-email',
  tag,
  summary: 'Confirm an e-mail address with a code',
  description:
    'Needs two proofs: the code from the link in the e-mail of `register` or `send-confirmation`, and the token or the password of the account. A wrong password counts like a failed login. The code works once. A refusal does not use it up.',
  access: 'optional',
  body: z.strictObject({
    code: z.string().trim().max(200),
    password: z
      .string()
      .max(1024)
      .optional()
      .describe('Password of the account; not needed with a token of the account.'),
  }),
  example: { body: { code: 'what-the-mail-says' } },
  response: registerSchema(
    'EmailConfirmed',
    z.strictObject({ code: z.literal('EMAIL_CONFIRMED'), message: text }),
  ),
  errors: [
    accountErrors.INVALID_CONFIRMATION_CODE,
    accountErrors.LOGIN_REQUIRED,
    accountErrors.INVALID_CREDENTIALS,
    accountErrors.PASSWORD_RESET_REQUIRED,
    accountErrors.ACCOUNT_BLOCKED,
    TOO_MANY_REQUESTS,
  ],
});

export const sendConfirmation = defineEndpoint({
  operationId: 'sendConfirmation',
  method: 'POST',
  path: '/user-endpoints/send-confirmation',
  tag,
  access: 'student',
  summary: 'Send the confirmation link again',
  description: 'Sends nothing if the address is already confirmed; the response says so.',
  response: registerSchema(
    'ConfirmationSent',
    z.strictObject({ code: z.enum(['CONFIRMATION_SENT', 'EMAIL_CONFIRMED']), message: text }),
  ),
  errors: [UNAUTHENTICATED, TOO_MANY_REQUESTS],
});
