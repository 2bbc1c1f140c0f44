import type { z } from '@strapi/utils';
import { mapFrom } from '../delivery/plan/field-source';

/**
 * A text, or components with texts, of a document that exists once: in the language of the request's `lang` where it is
 * written in that, otherwise as it is.
 */
export const inLanguage = <T extends z.ZodType>(schema: T): T =>
  mapFrom(schema, { kind: 'translation', within: 'texts' });

/** Said of endpoints that choose texts by `lang`. */
export const writtenIn =
  'What is not written in that language is in the default one, and so is everything without `lang`.';
