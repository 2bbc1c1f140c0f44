import { z } from '@strapi/utils';
import { commonErrors } from '../../../platform/http/common-errors';
import { endpoint } from '../../../platform/http/endpoint';
import { registerSchema } from '../../../platform/http/openapi/schema-registry';
import { optionalText } from '../../../platform/http/primitives';
import { accountFields, tag, wholeAddress } from './fields';

export const me = endpoint({
  operationId: 'getMe',
  method: 'GET',
  path: '/user-endpoints/me',
  tag,
  access: 'student',
  summary: 'One’s own account',
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
  errors: [commonErrors.UNAUTHENTICATED],
});
