import type { Limit } from '../../../catalogue/access/line-conditions';

/**
 * The written content: its business lines, and its locales; null for types that are not localised.
 */
export type Written = { lines: readonly string[]; locales: readonly (string | null)[] };

export type Refusal =
  | { kind: 'lines'; lines: readonly string[] }
  | { kind: 'no-line' }
  | { kind: 'languages'; locales: readonly string[] };

const fits = (limit: Limit, line: string | null, locale: string | null): boolean =>
  (limit.lines === null || (line !== null && limit.lines.includes(line))) &&
  (limit.locales === null || locale === null || limit.locales.includes(locale));

/**
 * Returns why the user may not write something; null if they may. For each of its lines and each
 * locale, one of the permissions must allow it.
 *
 * @param needsLine whether the type references business lines itself, so that a limited user must
 * set one
 */
export const refusalOf = (
  limits: readonly Limit[],
  { lines, locales }: Written,
  needsLine: boolean,
): Refusal | null => {
  const isFree = (line: string | null): boolean =>
    locales.every((locale) => limits.some((limit) => fits(limit, line, locale)));
  const inSomeLanguage = (line: string | null): boolean =>
    limits.some((limit) => fits({ ...limit, locales: null }, line, null));

  const refused =
    lines.length > 0
      ? lines.filter((line) => !isFree(line))
      : needsLine && !isFree(null)
        ? [null]
        : [];
  const others = refused.filter((line) => !inSomeLanguage(line));
  if (others.includes(null)) return { kind: 'no-line' };
  if (others.length > 0) return { kind: 'lines', lines: others.filter((one) => one !== null) };

  const isLanguageRefused = (locale: string | null): boolean =>
    refused.some((line) => !limits.some((limit) => fits(limit, line, locale))) ||
    !limits.some((limit) => fits({ ...limit, lines: null }, null, locale));
  const languages = locales.filter(isLanguageRefused).filter((locale) => locale !== null);
  return languages.length > 0 ? { kind: 'languages', locales: languages } : null;
};
