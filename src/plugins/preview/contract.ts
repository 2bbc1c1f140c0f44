import { z } from '@strapi/utils';
import { commonErrors } from '#platform/http/common-errors';
import { defineEndpoint } from '#platform/http/endpoint';
import { defineErrors } from '#platform/http/errors';
import { text } from '#platform/http/primitives';

export const previewErrors = defineErrors({
  PREVIEW_NOT_FOUND: {
    status: 404,
    message: {
      en: 'This page has no preview.',
      es: 'Esta página no tiene vista previa.',
    },
  },
  // Not 503, after which nginx takes a node for failed.
  TOO_MANY_PREVIEWS: {
    status: 429,
    retryAfter: 30,
    message: {
      en: 'Too many previews are open. Close some, or reload the page after each save.',
      es: 'Hay demasiadas vistas previas abiertas. Cierra alguna, o recarga la página después de guardar.',
    },
  },
});

export const watchDraft = defineEndpoint({
  operationId: 'watchDraft',
  method: 'GET',
  path: '/draft-changes',
  tag: 'Previews',
  summary: 'Stream of saves of a draft',
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
