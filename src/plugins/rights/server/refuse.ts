import type { WithStrapi } from '../../../platform/with-strapi';
import { languageName } from '../../../catalogue/language-name';
import { localizedError } from '../../../platform/http/localized-error';
import { currentLanguage } from '../../../platform/http/message-language';
import type { BusinessLine } from './business-line-finder';
import { rightsErrors } from './errors';
import type { Refusal } from './refusal';

const AT_MOST = 5;

/** Returns the names of business lines, at most the first five. */
export const namesOf = (refused: readonly string[], lines: readonly BusinessLine[]): string => {
  const names = refused.map((id) => lines.find(({ documentId }) => documentId === id)?.name ?? id);
  return [...names.slice(0, AT_MOST), ...(names.length > AT_MOST ? ['…'] : [])].join(', ');
};

/**
 * Returns the error that explains why the user may not write something.
 *
 * @param lines business lines of the entry, with their names
 * @param field field for selecting the missing line; undefined if it cannot be selected now
 */
export const refusalError = (
  { strapi }: WithStrapi,
  refusal: Refusal,
  lines: readonly BusinessLine[],
  field?: string,
): Error => {
  switch (refusal.kind) {
    case 'lines':
      return localizedError({ strapi }, rightsErrors.OTHER_LINE, {
        subject: namesOf(refusal.lines, lines),
        details: { lines: refusal.lines },
      });
    case 'no-line':
      return field === undefined
        ? localizedError({ strapi }, rightsErrors.NO_LINE)
        : localizedError({ strapi }, rightsErrors.LINE_REQUIRED, { path: [field] });
    case 'languages':
      return localizedError({ strapi }, rightsErrors.OTHER_LANGUAGE, {
        subject: refusal.locales
          .map((locale) => languageName(locale, currentLanguage({ strapi })))
          .join(', '),
        details: { locales: refusal.locales },
      });
  }
};
