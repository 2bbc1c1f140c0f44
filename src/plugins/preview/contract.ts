import { z } from '@strapi/utils';
import { commonErrors } from '../../platform/http/common-errors';
import { endpoint } from '../../platform/http/endpoint';
import { text } from '../../platform/http/primitives';
import { previewErrors } from './server/errors';

export const watchDraft = endpoint({
  operationId: 'watchDraft',
  method: 'GET',
  path: '/draft-changes',
  tag: 'Previews',
  summary: 'Each change of a draft, as it is saved',
  description:
    'Server-Sent Events for previews. The service sends `watching` first and after each reconnection, and `changed` after each save: read the ' +
    'draft after both. Their data is `{"type":"api::product.product","documentId":"…"}`. Comments keep the connection open. It ' +
    'ends when the token expires or is revoked, and when the service stops: connect again until the answer is 401.',
  query: z.strictObject({
    previewToken: text.optional().describe('From a preview link of the admin panel.'),
  }),
  response: z.string(),
  mediaTypes: ['text/event-stream'],
  errors: [commonErrors.INVALID_PREVIEW_TOKEN, previewErrors.TOO_MANY_PREVIEWS],
});
