import { z } from '@strapi/utils';
import { endpoint } from '../../../platform/http/endpoint';
import { registerSchema } from '../../../platform/http/openapi/schema-registry';
import { listOf } from '../../../platform/http/pagination';
import { documentId, id, optionalText, listParam } from '../../../platform/http/primitives';

/** Maximum number of files in a request; a page with a hundred pictures needs one request. */
const MOST = 100;

/**
 * Document id as Strapi creates it. It cannot be guessed, so callers who know one have been shown
 * the file.
 */
const DOCUMENT_ID = /^[a-z0-9]{20,32}$/;

const ids = listParam(z.string().regex(DOCUMENT_ID), { max: MOST }).describe(
  `The \`documentId\` of each file, separated by commas; ${MOST} at most.`,
);

export const mediaFacts = registerSchema(
  'MediaFacts',
  z.strictObject({
    id,
    documentId,
    url: z.string(),
    isUrlSigned: z.boolean(),
    mime: z.string(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    alternativeText: optionalText.describe(
      'For languages without an alternative text of their own.',
    ),
    alternativeTexts: z
      .record(z.string(), z.string())
      .nullable()
      .describe('By language: `{ "en": "A hand" }`; null where there is none.'),
    focalPoint: z
      .strictObject({ x: z.number(), y: z.number() })
      .nullable()
      .describe('Hundredths from the left and from the top; null: the middle.'),
    dominantColor: optionalText.describe('Colour to show until the picture has loaded: `#2a6f97`.'),
  }),
);

export const listMedia = endpoint({
  operationId: 'listMedia',
  method: 'GET',
  path: '/media',
  tag: 'Media',
  summary: 'Sizes, types and alternative texts of files',
  description:
    'The order is arbitrary, and unknown files are left out. Callers need the `documentId` of a file, which ' +
    'cannot be guessed: they cannot find unpublished files.',
  query: z.strictObject({ ids }),
  example: { query: { ids: 'sample5rn9aznv9j34m2l7za' } },
  reads: [{ uid: 'plugin::upload.file', form: mediaFacts }],
  response: registerSchema('MediaFactsList', listOf(mediaFacts)),
});
