import { z } from '@strapi/utils';
import { commonErrors } from '../../../platform/http/common-errors';
import { endpoint } from '../../../platform/http/endpoint';
import { registerSchema } from '../../../platform/http/openapi/schema-registry';
import { documentId, optionalText, text } from '../../../platform/http/primitives';
import { accountErrors } from './errors';
import { line, profileAddress, storedProfileAddress, tag, userId } from './fields';

const { TOO_MANY_REQUESTS, UNAUTHENTICATED } = commonErrors;

/** Existing date before today. */
const pastDate = z.iso
  .date()
  .refine((day) => day > '1900-01-01' && day < new Date().toISOString().slice(0, 10), {
    error: 'A date in the past',
  });

export const updateProfile = endpoint({
  operationId: 'updateProfile',
  method: 'PUT',
  path: '/user-endpoints/update-profile',
  tag,
  access: 'student',
  summary: 'Change one’s own profile',
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
