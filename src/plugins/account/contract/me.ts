import { z } from '@strapi/utils';
import { commonErrors } from '../../../http/common-errors';
import { endpoint } from '../../../http/endpoint';
import { registerSchema } from '../../../http/openapi/schema-registry';
import { documentId, optionalText, text } from '../../../http/primitives';
import { tag, userId, wholeAddress } from './fields';

export const me = endpoint({
  operationId: 'getMe',
  method: 'GET',
  path: '/user-endpoints/me',
  tag,
  access: 'student',
  summary: 'One’s own account',
  response: registerSchema(
    'Me',
    z.strictObject({
      id: userId,
      documentId,
      username: text,
      email: text,
      confirmed: z
        .boolean()
        .describe(
          'Whether the address is proven: by a code that was sent there, or by an administrator.',
        ),
      name: optionalText,
      surname: optionalText,
      nameLastName: optionalText,
      identificationNumber: optionalText,
      phone: optionalText,
      birthday: z.iso.date().nullable(),
      newsletter: z.boolean(),
      language: optionalText,
      vertical: optionalText.describe('Slug of the business line.'),
      origin: optionalText.describe('Where the account comes from: `local`, or a legacy platform.'),
      billingAddress: wholeAddress,
      mailingAddress: wholeAddress,
    }),
  ),
  errors: [commonErrors.UNAUTHENTICATED],
});
