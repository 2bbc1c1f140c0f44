import { z } from '@strapi/utils';
import { commonErrors } from '../../../platform/http/common-errors';
import { endpoint } from '../../../platform/http/endpoint';
import { storageErrors } from '../../../platform/storage/storage-errors';
import { pictureErrors } from './errors';
import { formats, ratios, widths } from './sizes';

/** File name as Strapi creates it: no path, and one extension. */
const fileName = z
  .string()
  .max(255)
  .regex(/^[\w-]+\.[A-Za-z0-9]+$/)
  .describe('The last part of the `url` that media carry: `course_0e1f2a3b4c.webp`.');

/** Width in pixels. Only plain digits are accepted, so that each size has one URL. */
const width = z.preprocess(
  (given) => (typeof given === 'string' && /^[1-9]\d*$/.test(given) ? Number(given) : given),
  z.literal(widths),
);

export const getPicture = endpoint({
  operationId: 'getPicture',
  method: 'GET',
  path: '/pictures/:name',
  tag: 'Media',
  summary: 'A picture of the media library in another size',
  description:
    'Never larger than the picture itself. Where the address carries the version that the `url` of the media carries, the ' +
    'answer may be kept for ever: replacing the picture or moving its focal point changes the `url`.',
  params: z.strictObject({ name: fileName }),
  query: z.strictObject({
    w: width.describe('Pixels from left to right.'),
    ratio: z
      .enum(ratios)
      .optional()
      .describe('Width to height. The picture is cropped around its focal point.'),
    format: z
      .enum(formats)
      .optional()
      .describe('Unless given, the best that `Accept` names, of AVIF and WebP; else JPEG or PNG.'),
    v: z
      .string()
      .regex(/^[\w-]{1,40}$/)
      .optional()
      .describe('The version, where the `url` of the media has a `v`.'),
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
