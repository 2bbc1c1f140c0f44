import { z } from '@strapi/utils';
import { commonErrors } from '../../../platform/http/common-errors';
import { endpoint } from '../../../platform/http/endpoint';
import { registerSchema } from '../../../platform/http/openapi/schema-registry';
import { optionalText, text, verticalParam } from '../../../platform/http/primitives';
import { accountErrors } from './errors';
import {
  email,
  language,
  line,
  newPassword,
  postalAddress,
  storedAddress,
  tag,
  userId,
} from './fields';

const { TOO_MANY_REQUESTS } = commonErrors;

export const register = endpoint({
  operationId: 'register',
  method: 'POST',
  path: '/user-endpoints/register',
  tag,
  summary: 'Create an account',
  description:
    'Sends a welcome e-mail in the account’s language and business line, with a link that confirms the address.',
  body: z.strictObject({
    email,
    password: newPassword,
    nameLastName: line(200).min(1),
    identificationNumber: line(60).min(1),
    phone: line(40).optional(),
    language: language.optional().describe('Otherwise the first of Accept-Language.'),
    vertical: verticalParam.optional().describe('Otherwise the default business line.'),
    billingAddress: postalAddress.nullish(),
    mailingAddress: postalAddress.nullish(),
  }),
  example: {
    body: {
      email: 'ana.garcia@example.com',
      password: 'Sunny-Kettle-42',
      nameLastName: 'Ana García',
      identificationNumber: '12345678Z',
      language: 'es',
      vertical: 'medicina',
    },
  },
  response: registerSchema(
    'RegisteredUser',
    z.strictObject({
      id: userId,
      email: text,
      username: text.describe('Equal to the e-mail.'),
      nameLastName: text,
      phone: optionalText,
      identificationNumber: text,
      language: text,
      vertical: optionalText,
      billingAddress: storedAddress,
      mailingAddress: storedAddress,
      role: z.int(),
    }),
  ),
  errors: [
    accountErrors.USER_ALREADY_EXISTS,
    accountErrors.INVALID_PASSWORD,
    accountErrors.UNKNOWN_VERTICAL,
    accountErrors.UNKNOWN_COUNTRY,
    TOO_MANY_REQUESTS,
  ],
});
