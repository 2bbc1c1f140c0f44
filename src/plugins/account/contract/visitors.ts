import { z } from '@strapi/utils';
import { defineEndpoint } from '#platform/http/endpoint';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import { registerSharedHeader } from '#platform/http/openapi/shared-headers';
import { dataOf } from '#platform/http/pagination';
import { text } from '#platform/http/primitives';
import { accountErrors } from './errors';
import { tag } from './fields';

/** Permission of API tokens to vouch for addresses of visitors. It is the name of an action. */
export const VOUCH = 'plugin::account.visitors.vouch';

export const VISITOR_TOKEN_HEADER = 'X-Visitor-Token';

/** Maximum number of characters. Strapi's tokens have 256. */
export const LONGEST_VISITOR_TOKEN = 512;

registerSharedHeader({
  name: VISITOR_TOKEN_HEADER,
  description:
    'An API token that may vouch for visitors (Account, visitors, vouch). Limits per address then count ' +
    'the address in `X-Forwarded-For`. Cached responses do not depend on it.',
  maxLength: LONGEST_VISITOR_TOKEN,
  errors: [accountErrors.INVALID_VISITOR_TOKEN],
});

export const getVisitorAddress = defineEndpoint({
  operationId: 'getVisitorAddress',
  method: 'GET',
  path: '/visitor-address',
  tag,
  summary: 'Network address for rate limits',
  description:
    'Shows a frontend server whether it vouches for its visitors: it sends `X-Visitor-Token` and the visitor’s ' +
    'address in `X-Forwarded-For`, which every endpoint accepts.',
  response: registerSchema(
    'VisitorAddress',
    dataOf(
      z.strictObject({
        address: text.describe('Network address of the visitor, or of the caller.'),
        isVouched: z.boolean().describe('Whether a server has vouched for the address.'),
      }),
    ),
  ),
});
