import { randomBytes } from 'node:crypto';
import { z } from '@strapi/utils';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import { documentId, locale } from '#platform/http/primitives';

/** Query parameter and response key of the map. */
export const FIELD_MAP = 'previewFields';

/** Key of an object's source while a response is composed. It is random, as no content may have it. */
export const SOURCE = `source_${randomBytes(6).toString('hex')}`;

/** The form that an object of a response is edited in. */
type ObjectSource = {
  uid: string;
  documentId: string;
  locale: string | null;
  /** Path of a component, such as `contents.2`; empty for the document itself. */
  path: string;
  /** Attributes of the object's keys. */
  fields: Readonly<Record<string, string>>;
};

const fieldPlace = registerSchema(
  'PreviewField',
  z.strictObject({
    type: z.string().describe('Content type: `api::product.product`.'),
    documentId,
    locale,
    field: z
      .string()
      .describe('Field of the form: `title`, `header.duration`, `contents.2.product`.'),
  }),
);

type FieldPlace = z.output<typeof fieldPlace>;

export const fieldMap = z
  .record(z.string(), fieldPlace)
  .optional()
  .describe(
    'With `previewFields=true`: the form fields of the values, by JSON Pointer (RFC 6901). Values without ' +
      'an own field belong to the nearest value around them.',
  );

const escapeKey = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** Removes the sources from a value, and adds the fields of its parts to `places`. */
const takeSources = (value: unknown, pointer: string, places: Map<string, FieldPlace>): void => {
  if (typeof value !== 'object' || value === null) return;
  const object = value as Record<string, unknown>;
  const source = object[SOURCE] as ObjectSource | undefined;
  Reflect.deleteProperty(object, SOURCE);
  for (const [key, inner] of Object.entries(object)) {
    const fieldPointer = `${pointer}/${escapeKey(key)}`;
    const attribute = source?.fields[key];
    if (source !== undefined && attribute !== undefined) {
      const { uid: type, documentId: id, locale: language, path } = source;
      const field = path === '' ? attribute : `${path}.${attribute}`;
      places.set(fieldPointer, { type, documentId: id, locale: language, field });
    }
    takeSources(inner, fieldPointer, places);
  }
};

/** Returns the text of a response with the map of its fields instead of the sources of objects. */
export const withFieldMap = (text: Buffer): Buffer => {
  const answer = JSON.parse(text.toString()) as Record<string, unknown>;
  const places = new Map<string, FieldPlace>();
  takeSources(answer, '', places);
  return Buffer.from(JSON.stringify({ ...answer, [FIELD_MAP]: Object.fromEntries(places) }));
};
