import type { Limit } from '#catalogue/access/line-conditions';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getLanguageName } from '#catalogue/locale-names';
import { createLocalizedError } from '#platform/http/localized-error';
import { getCurrentLanguage } from '#platform/http/message-language';
import type { BusinessLine } from './business-line-finder';
import { rightsErrors } from './errors';

/**
 * The written content: its business lines, and its locales; null for types that are not localised.
 */
export type WriteScope = { lines: readonly string[]; locales: readonly (string | null)[] };

export type Refusal =
  | { kind: 'lines'; lines: readonly string[] }
  | { kind: 'no-line' }
  | { kind: 'languages'; locales: readonly string[] };

const isWithinLimit = (limit: Limit, line: string | null, locale: string | null): boolean =>
  (limit.lines === null || (line !== null && limit.lines.includes(line))) &&
  (limit.locales === null || locale === null || limit.locales.includes(locale));

/**
 * Returns why the user may not write something; null if they may. For each of its lines and each
 * locale, one of the permissions must allow it.
 *
 * @param needsLine whether the type references business lines itself, so that a limited user must
 * set one
 */
export const findRefusal = (
  limits: readonly Limit[],
  { lines, locales }: WriteScope,
  needsLine: boolean,
): Refusal | null => {
  const isFree = (line: string | null): boolean =>
    locales.every((locale) => limits.some((limit) => isWithinLimit(limit, line, locale)));
  const inSomeLanguage = (line: string | null): boolean =>
    limits.some((limit) => isWithinLimit({ ...limit, locales: null }, line, null));

  const refusedLines =
    lines.length > 0
      ? lines.filter((line) => !isFree(line))
      : needsLine && !isFree(null)
        ? [null]
        : [];
  const others = refusedLines.filter((line) => !inSomeLanguage(line));
  if (others.includes(null)) return { kind: 'no-line' };
  if (others.length > 0) return { kind: 'lines', lines: others.filter((line) => line !== null) };

  const isLanguageRefused = (locale: string | null): boolean =>
    refusedLines.some((line) => !limits.some((limit) => isWithinLimit(limit, line, locale))) ||
    !limits.some((limit) => isWithinLimit({ ...limit, lines: null }, null, locale));
  const languages = locales.filter(isLanguageRefused).filter((locale) => locale !== null);
  return languages.length > 0 ? { kind: 'languages', locales: languages } : null;
};

const MAX_NAMES = 5;

/** Returns the names of business lines, at most the first five. */
export const formatLineNames = (
  refused: readonly string[],
  lines: readonly BusinessLine[],
): string => {
  const names = refused.map((id) => lines.find(({ documentId }) => documentId === id)?.name ?? id);
  return [...names.slice(0, MAX_NAMES), ...(names.length > MAX_NAMES ? ['…'] : [])].join(', ');
};

/**
 * Returns the error that explains why the user may not write something.
 *
 * @param lines business lines of the entry, with their names
 * @param field field for selecting the missing line; undefined if it cannot be selected now
 */
export const createRefusalError = (
  { strapi }: WithStrapi,
  refusal: Refusal,
  lines: readonly BusinessLine[],
  field?: string,
): Error => {
  switch (refusal.kind) {
    case 'lines':
      return createLocalizedError({ strapi }, rightsErrors.OTHER_LINE, {
        subject: formatLineNames(refusal.lines, lines),
        details: { lines: refusal.lines },
      });
    case 'no-line':
      return field === undefined
        ? createLocalizedError({ strapi }, rightsErrors.NO_LINE)
        : createLocalizedError({ strapi }, rightsErrors.LINE_REQUIRED, { path: [field] });
    case 'languages':
      return createLocalizedError({ strapi }, rightsErrors.OTHER_LANGUAGE, {
        subject: refusal.locales
          .map((locale) => getLanguageName(locale, getCurrentLanguage({ strapi })))
          .join(', '),
        details: { locales: refusal.locales },
      });
  }
};
