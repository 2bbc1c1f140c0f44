import { z } from '@strapi/utils';
import { integerParam, momentParam, optionalText, text } from '#platform/http/primitives';
import { commonErrors } from '#platform/http/common-errors';
import { defineEndpoint } from '#platform/http/endpoint';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import { accountErrors } from './errors';
import { email, line, postalAddress, storedAddress, tag, userId } from './fields';

const { NOT_ALLOWED, UNAUTHENTICATED } = commonErrors;

export const migrate = defineEndpoint({
  operationId: 'migrateUser',
  method: 'POST',
  path: '/user-endpoints/migrate',
  tag,
  access: 'manager',
  permission: 'plugin::account.users.migrate',
  summary: 'Import a user from the legacy platform',
  description:
    'May be repeated: as long as the user has not set a password, the same e-mail again updates the account.',
  body: z.strictObject({
    email,
    origin: line(60).min(1),
    nameLastName: line(200).min(1),
    identificationNumber: line(60),
    phone: line(40).optional(),
    billingAddress: postalAddress.nullish(),
    mailingAddress: postalAddress.nullish(),
  }),
  example: {
    body: {
      email: 'luis.perez@example.com',
      origin: 'legacy',
      nameLastName: 'Luis Pérez',
      identificationNumber: '87654321X',
    },
  },
  response: registerSchema(
    'MigratedUser',
    z.strictObject({
      id: userId,
      email: text,
      username: text,
      nameLastName: text,
      identificationNumber: text,
      phone: optionalText,
      origin: text,
      isFromLegacy: z.boolean(),
      billingAddress: storedAddress,
      mailingAddress: storedAddress,
      role: z.int(),
    }),
  ),
  errors: [
    accountErrors.USER_ALREADY_EXISTS,
    accountErrors.UNKNOWN_COUNTRY,
    UNAUTHENTICATED,
    NOT_ALLOWED,
  ],
});

const listedUser = registerSchema(
  'ListedUser',
  z.strictObject({
    id: userId,
    email: text,
    username: text,
    nameLastName: optionalText,
    role: z.strictObject({ name: text, id: z.int() }).nullable(),
    phone: optionalText,
    origin: optionalText,
    billingAddress: storedAddress,
    mailingAddress: storedAddress,
  }),
);

export type ListedUser = z.output<typeof listedUser>;

export const listUsers = defineEndpoint({
  operationId: 'listUsers',
  method: 'GET',
  path: '/user-endpoints/users',
  tag,
  access: 'manager',
  permission: 'plugin::account.users.find',
  summary: 'All users',
  description:
    'Without `page` and `pageSize`, one streamed response lists all users. They are sorted by creation, so ' +
    'that new users do not change earlier pages. A page with fewer users than `pageSize` is the last.',
  query: z.strictObject({
    page: integerParam({ min: 1, max: 1_000_000 })
      .optional()
      .describe('Number of the page, from 1.'),
    pageSize: integerParam({ min: 1, max: 1_000 })
      .optional()
      .describe('Users per page. Default with `page`: 25.'),
    updatedSince: momentParam
      .optional()
      .describe(
        'Only users who were created or changed at this time or later. Deleted users are in no list.',
      ),
  }),
  response: registerSchema('UserList', z.array(listedUser)),
  errors: [UNAUTHENTICATED, NOT_ALLOWED],
});
