import type { z } from '@strapi/utils';
import { mapFrom } from '../delivery/plan/field-source';

/**
 * Marks a text, or components with texts, of a document without locales as translated. The response
 * contains the request's `lang` where a translation exists, and the original otherwise.
 *
 * @param name attribute, if the response names it otherwise
 */
export const markTranslated = <T extends z.ZodType>(schema: T, name?: string): T =>
  mapFrom(schema, { kind: 'translation', within: 'texts', ...(name !== undefined && { name }) });

/** Description of endpoints that select texts by `lang`. */
export const describeLanguages =
  'Texts without a translation, and all texts without `lang`, are in the default language.';
