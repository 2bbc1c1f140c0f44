import { z } from '@strapi/utils';
import { commonErrors } from '#platform/http/common-errors';
import { defineEndpoint } from '#platform/http/endpoint';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import { documentId, optionalText, text, verticalParam } from '#platform/http/primitives';
import { accountErrors } from './errors';
import {
  accountFields,
  email,
  language,
  line,
  newPassword,
  postalAddress,
  profileAddress,
  storedAddress,
  storedProfileAddress,
  tag,
  userId,
  wholeAddress,
} from './fields';

const { TOO_MANY_REQUESTS, UNAUTHENTICATED } = commonErrors;

export const register = defineEndpoint({
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
    language: language
      .optional()
      .describe('Language of the account. Default: the first language of `Accept-Language`.'),
    vertical: verticalParam
      .optional()
      .describe('Business line of the account. Default: the default business line.'),
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

export const me = defineEndpoint({
  operationId: 'getMe',
  method: 'GET',
  path: '/user-endpoints/me',
  tag,
  access: 'student',
  summary: 'Account of the token',
  description:
    'The account of the token, with the data that `/user-endpoints/update-profile` changes.',
  response: registerSchema(
    'Me',
    z.strictObject({
      ...accountFields,
      name: optionalText,
      surname: optionalText,
      birthday: z.iso.date().nullable(),
      newsletter: z.boolean(),
      language: optionalText,
      vertical: optionalText.describe('Slug of the business line.'),
      billingAddress: wholeAddress,
      mailingAddress: wholeAddress,
    }),
  ),
  errors: [UNAUTHENTICATED],
});

/** Existing date before today. */
const pastDate = z.iso
  .date()
  .refine((day) => day > '1900-01-01' && day < new Date().toISOString().slice(0, 10), {
    error: 'A date in the past',
  });

export const updateProfile = defineEndpoint({
  operationId: 'updateProfile',
  method: 'PUT',
  path: '/user-endpoints/update-profile',
  tag,
  access: 'student',
  summary: 'Change the profile of the account',
  description: 'Values that are absent from the body stay. `null` clears a value or an address.',
  body: z.strictObject({
    name: line(100).nullish(),
    surname: line(100).nullish(),
    phone: line(40).nullish(),
    birthday: pastDate.nullish(),
    newsletter: z.boolean().optional(),
    billingAddress: profileAddress.nullish(),
    mailingAddress: profileAddress.nullish(),
  }),
  example: { body: { name: 'Ana', surname: 'García', phone: '+34 600 000 000' } },
  response: registerSchema(
    'Profile',
    z.strictObject({
      id: userId,
      documentId,
      email: text,
      name: optionalText,
      surname: optionalText,
      phone: optionalText,
      billingAddress: storedProfileAddress,
      mailingAddress: storedProfileAddress,
    }),
  ),
  errors: [accountErrors.UNKNOWN_COUNTRY, UNAUTHENTICATED, TOO_MANY_REQUESTS],
});
