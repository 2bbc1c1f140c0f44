import { z } from '@strapi/utils';
import { commonErrors } from '#platform/http/common-errors';
import { defineEndpoint } from '#platform/http/endpoint';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import { listOf } from '#platform/http/pagination';
import { documentId, id, listParam, optionalText } from '#platform/http/primitives';
import { storageErrors } from '../uploads';
import { pictureErrors } from './errors';
import { formats, ratios, widths } from './sizes';

/** File name as Strapi creates it: no path, and one extension. */
const fileName = z
  .string()
  .max(255)
  .regex(/^[\w-]+\.[A-Za-z0-9]+$/)
  .describe('Last part of the `url` of the media: `course_0e1f2a3b4c.webp`.');

/** Width in pixels. Only plain digits are accepted, so that each size has one URL. */
const width = z.preprocess(
  (value) => (typeof value === 'string' && /^[1-9]\d*$/.test(value) ? Number(value) : value),
  z.literal(widths),
);

export const getPicture = defineEndpoint({
  operationId: 'getPicture',
  method: 'GET',
  path: '/pictures/:name',
  tag: 'Media',
  summary: 'A picture of the media library in another size',
  description:
    'Never larger than the original. With `v`, clients may cache the picture for ever: replacing it or moving ' +
    'its focal point changes the `url` of the media.',
  params: z.strictObject({ name: fileName }),
  query: z.strictObject({
    w: width.describe('Pixels from left to right.'),
    ratio: z
      .enum(ratios)
      .optional()
      .describe('Ratio of width to height. The picture is cropped around its focal point.'),
    format: z
      .enum(formats)
      .optional()
      .describe('Default: AVIF or WebP if `Accept` names them, otherwise JPEG or PNG.'),
    v: z
      .string()
      .regex(/^[\w-]{1,40}$/)
      .optional()
      .describe('Version of the picture: `v` in the `url` of the media, if it has one.'),
  }),
  mediaTypes: ['image/avif', 'image/webp', 'image/jpeg', 'image/png', 'image/gif'],
  example: {
    params: { name: 'taller_de_suturas_es_b75e9b52d4.webp' },
    query: { w: 640, format: 'avif' },
  },
  response: z.unknown(),
  errors: [
    pictureErrors.PICTURE_NOT_FOUND,
    pictureErrors.NOT_A_PICTURE,
    pictureErrors.PICTURE_UNREADABLE,
    commonErrors.TOO_MANY_REQUESTS,
    storageErrors.STORAGE_UNAVAILABLE,
  ],
});

/** Maximum number of files in a request; a page with a hundred pictures needs one request. */
const MAX_FILES = 100;

/**
 * Document id as Strapi creates it. It cannot be guessed, so callers who know one have been shown
 * the file.
 */
const DOCUMENT_ID = /^[a-z0-9]{20,32}$/;

const ids = listParam(z.string().regex(DOCUMENT_ID), { max: MAX_FILES }).describe(
  `The \`documentId\` of each file, separated by commas; ${MAX_FILES} at most.`,
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
      .describe(
        'Alternative texts by language, such as `{ "en": "A hand" }`; null if there are none.',
      ),
    focalPoint: z
      .strictObject({ x: z.number(), y: z.number() })
      .nullable()
      .describe('Focal point in percent from the left and from the top; null: the centre.'),
    dominantColor: optionalText.describe('Colour to show until the picture has loaded: `#2a6f97`.'),
  }),
);

export const listMedia = defineEndpoint({
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
