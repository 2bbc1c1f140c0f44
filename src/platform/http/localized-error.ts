import type { WithStrapi } from '../strapi/with-strapi';
import { createHttpError, localizeError, type ApiError, type MessageLanguage } from './errors';
import { getCurrentLanguage } from './message-language';

type Options = {
  /**
   * Appended to the message: the affected value or entries, per language where the text differs.
   */
  subject?: string | Readonly<Record<MessageLanguage, string>>;
  /** The field to mark in the editor's form. */
  path?: readonly (string | number)[];
  details?: Record<string, unknown>;
  cause?: unknown;
};

/** Returns the start of a refused value, as the subject of its error. */
export const toSubject = (value: unknown, maxLength = 60): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, maxLength);

/**
 * Returns the error that rejects a write, in the language of its caller. Writes also reach the
 * Document Service from the admin panel and the generated content API, which translate no errors.
 */
export const createLocalizedError = (
  { strapi }: WithStrapi,
  apiError: ApiError,
  { subject, path, details = {}, cause }: Options = {},
): Error => {
  const language = getCurrentLanguage({ strapi });
  const describeSubject = (inLanguage: MessageLanguage): string => {
    if (subject === undefined) return '';
    return ` (${typeof subject === 'string' ? subject : subject[inLanguage]})`;
  };
  const message = {
    en: apiError.message.en + describeSubject('en'),
    es: apiError.message.es + describeSubject('es'),
  };
  const errors =
    path === undefined
      ? {}
      : { errors: [{ path, message: message[language], name: 'ValidationError' }] };
  const error = createHttpError(
    { ...apiError, message },
    { details: { ...details, ...errors }, cause },
  );
  localizeError(error, language);
  return error;
};
