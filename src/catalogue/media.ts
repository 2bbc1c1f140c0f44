import { z } from '@strapi/utils';
import { includeOnlyWith } from '#delivery/plan/field-source';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import { documentId, id, optionalText, timestamps } from '#platform/http/primitives';

const isUrlSigned = z
  .boolean()
  .describe('True when `url` carries a signature and therefore stops working after a while.');

const thumbnail = registerSchema(
  'MediaFormat',
  z.strictObject({
    ext: optionalText,
    url: z.string(),
    hash: z.string(),
    mime: z.string(),
    name: z.string(),
    path: optionalText,
    size: z.number().describe('Size in kilobytes.'),
    width: z.int(),
    height: z.int(),
    sizeInBytes: z.int(),
    isUrlSigned,
  }),
);

const focalPoint = registerSchema(
  'FocalPoint',
  z
    .strictObject({ x: z.number(), y: z.number() })
    .describe('Focal point in percent of the width and height, from the left and the top.'),
);

const pictureFields = {
  width: includeOnlyWith(
    'card',
    z.int().nullable().describe('With `include=card`: width in pixels.'),
  ),
  height: includeOnlyWith(
    'card',
    z.int().nullable().describe('With `include=card`: height in pixels.'),
  ),
  focalPoint: includeOnlyWith(
    'card',
    focalPoint
      .nullable()
      .describe('With `include=card`: the point that croppings keep; null: the centre.'),
  ),
};

/** A file in the short form that most responses use. */
export const mediaShort = registerSchema(
  'MediaShort',
  z.strictObject({
    ...{ id, documentId, url: z.string(), isUrlSigned },
    alternativeText: includeOnlyWith(
      'card',
      optionalText.describe('With `include=card`: text that screen readers read instead.'),
    ),
    ...pictureFields,
  }),
);

/** The short form with its alternative text, as in page documents. */
export const mediaWithText = registerSchema(
  'MediaWithText',
  z.strictObject({
    ...{ id, documentId, url: z.string(), alternativeText: optionalText, isUrlSigned },
    ...pictureFields,
  }),
);

/** All properties of a file. Width, height and formats are null for files that are not images. */
export const mediaFull = registerSchema(
  'Media',
  z.strictObject({
    id,
    documentId,
    name: z.string(),
    alternativeText: optionalText,
    caption: optionalText,
    width: z.int().nullable(),
    height: z.int().nullable(),
    formats: z.strictObject({ thumbnail }).nullable(),
    hash: z.string(),
    ext: z.string(),
    mime: z.string(),
    size: z.number().describe('Size in kilobytes.'),
    url: z.string(),
    previewUrl: optionalText,
    provider: z.string(),
    provider_metadata: z.record(z.string(), z.unknown()).nullable(),
    folderPath: z.string(),
    ...timestamps,
    locale: optionalText,
    isUrlSigned,
  }),
);
