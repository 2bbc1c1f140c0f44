import { z } from '@strapi/utils';
import { endpoint } from '../../../platform/http/endpoint';
import { registerSchema } from '../../../platform/http/openapi/schema-registry';
import { dataOf } from '../../../platform/http/pagination';
import { text } from '../../../platform/http/primitives';
import { accountErrors } from './errors';
import { tag } from './fields';

/** Permission of API tokens to vouch for addresses of visitors. It is the name of an action. */
export const VOUCH = 'plugin::account.visitors.vouch';

export const VISITOR_TOKEN_HEADER = 'X-Visitor-Token';

export const getVisitorAddress = endpoint({
  operationId: 'getVisitorAddress',
  method: 'GET',
  path: '/visitor-address',
  tag,
  summary: 'The address that limits count',
  description:
    'Shows a frontend server whether it vouches for its visitors: it sends `X-Visitor-Token` and the visitor’s ' +
    'address in `X-Forwarded-For`, which every endpoint accepts.',
  headers: [
    {
      name: VISITOR_TOKEN_HEADER,
      description: 'An API token that may vouch for visitors (Account, visitors, vouch).',
      maxLength: 512,
      example: '7d0c5f…',
    },
  ],
  response: registerSchema(
    'VisitorAddress',
    dataOf(
      z.strictObject({
        address: text.describe('Network address of the visitor, or of the caller.'),
        isVouched: z.boolean().describe('Whether a server has vouched for the address.'),
      }),
    ),
  ),
  errors: [accountErrors.INVALID_VISITOR_TOKEN],
});
