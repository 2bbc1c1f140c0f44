import { z } from '@strapi/utils';
import { registerSchema } from '../platform/http/openapi/schema-registry';
import { documentId, id, optionalText, timestamps } from '../platform/http/primitives';

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
    size: z.number().describe('Kilobytes.'),
    width: z.int(),
    height: z.int(),
    sizeInBytes: z.int(),
    isUrlSigned,
  }),
);

/** A file in the short form that most responses use. */
export const mediaShort = registerSchema(
  'MediaShort',
  z.strictObject({ id, documentId, url: z.string(), isUrlSigned }),
);

/** The short form with its alternative text, as in page documents. */
export const mediaWithText = registerSchema(
  'MediaWithText',
  z.strictObject({ id, documentId, url: z.string(), alternativeText: optionalText, isUrlSigned }),
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
    size: z.number().describe('Kilobytes.'),
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
