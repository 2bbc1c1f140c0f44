import type { Limit } from './conditions';

/** What is written: the lines that it belongs to, and in which languages; null where it has no language. */
export type Written = { lines: readonly string[]; locales: readonly (string | null)[] };

export type Refusal =
  | { kind: 'lines'; lines: readonly string[] }
  | { kind: 'no-line' }
  | { kind: 'languages'; locales: readonly string[] };

const fits = (limit: Limit, line: string | null, locale: string | null): boolean =>
  (limit.lines === null || (line !== null && limit.lines.includes(line))) &&
  (limit.locales === null || locale === null || limit.locales.includes(locale));

/**
 * Why somebody may not write something; null where they may. Each line that it belongs to has to be theirs,
 * in each of the languages, by one permission or another.
 *
 * @param needsLine whether it belongs to lines by itself, so that without one it is nobody's who is limited
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
