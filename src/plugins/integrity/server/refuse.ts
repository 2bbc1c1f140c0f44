import type { Core } from '@strapi/types';
import { failure, localizeFailure, type Failure } from '../../../http/errors';
import { languageNow } from '../../../http/message-language';

type Refusal = {
  /** Put after the message, in every language: the value or the entries that it is about. */
  subject?: string;
  /** The field to mark in the editor's form. */
  path?: readonly (string | number)[];
  details?: Record<string, unknown>;
  cause?: unknown;
};

/**
 * The error that refuses a write, in the language of whoever makes it. Writes reach the Document Service
 * from the admin panel and the generated content API too, where nothing else would translate it.
 */
export const refusal = (
  { strapi }: { strapi: Core.Strapi },
  what: Failure,
  { subject, path, details = {}, cause }: Refusal = {},
): Error => {
  const language = languageNow({ strapi });
  const about = subject === undefined ? '' : ` (${subject})`;
  const message = {
    en: what.message.en + about,
    es: what.message.es + about,
  };
  const errors =
    path === undefined
      ? {}
      : { errors: [{ path, message: message[language], name: 'ValidationError' }] };
  const error = failure({ ...what, message }, { details: { ...details, ...errors }, cause });
  localizeFailure(error, language);
  return error;
};
