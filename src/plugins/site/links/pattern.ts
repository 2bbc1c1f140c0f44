/** Maximum length of a pattern. */
const LONGEST = 500;

/** Reason why a text is not an address pattern. */
export type PatternProblem = 'path' | 'slug' | 'unknown' | 'characters' | 'tooLong';

const placeholders: readonly string[] = ['slug', 'lang', 'type'];

/** Values of a pattern's placeholders. */
export type Places = { slug: string; lang: string; type?: string };

/**
 * Returns the problem of an address pattern; null if it is valid. A pattern is a path of the site
 * with `{slug}`, and optionally `{lang}` and `{type}`: `/{lang}/courses/{slug}`.
 *
 * @param hasType whether entries of the type have a value for `{type}`
 */
export const findPatternProblem = (pattern: string, hasType: boolean): PatternProblem | null => {
  if (pattern.length > LONGEST) return 'tooLong';
  if (!pattern.startsWith('/') || pattern.startsWith('//')) return 'path';
  const named = [...pattern.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const isKnown = (name: string): boolean =>
    placeholders.includes(name) && (name !== 'type' || hasType);
  if (!named.every(isKnown)) return 'unknown';
  if (!named.includes('slug')) return 'slug';
  return /[\s\p{Cc}\\{}<>"'`]/u.test(pattern.replace(/\{\w+\}/g, '')) ? 'characters' : null;
};

/** Builds the address of a pattern. The database function builds the same address. */
export const buildAddress = (pattern: string, { slug, lang, type = '' }: Places): string =>
  pattern.replaceAll('{slug}', slug).replaceAll('{lang}', lang).replaceAll('{type}', type);

const accented = 'ÁÉÍÓÚÜÑáéíóúüñ';
const unaccented = 'AEIOUUNaeiouun';

/** Converts a value to a path segment: `Curso corto` becomes `curso-corto`. */
export const formatAddressPart = (value: string): string =>
  value
    .replace(/[^\p{ASCII}]/gu, (letter) => unaccented[accented.indexOf(letter)] ?? letter)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** Returns the SQL that converts a column like {@link formatAddressPart}. */
export const asAddressPart = (column: string): string =>
  `trim(both '-' from regexp_replace(lower(translate(${column}, '${accented}', '${unaccented}')), '[^a-z0-9]+', '-', 'g'))`;
