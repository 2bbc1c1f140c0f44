import type { Text } from '#feature/layout';

/** Maximum length of a pattern. */
const LONGEST = 500;

/** Reason why a text is not an address pattern. */
export type PatternProblem = 'path' | 'slug' | 'unknown' | 'characters' | 'tooLong';

/** Errors of invalid address patterns. */
export const patternMessages: Readonly<Record<PatternProblem, Text>> = {
  path: {
    en: 'It must begin with /, like a path of the site.',
    es: 'Tiene que empezar por /, como una ruta del sitio.',
  },
  slug: {
    en: 'It needs {slug}: otherwise all entries would have one address.',
    es: 'Le falta {slug}: si no, todas las entradas tendrían la misma dirección.',
  },
  unknown: {
    en: 'Only {slug} and {lang} are allowed here, and {type} for products and channels.',
    es: 'Aquí solo valen {slug} y {lang}, y {type} en productos y canales.',
  },
  characters: {
    en: 'It has characters that no address has.',
    es: 'Tiene caracteres que ninguna dirección lleva.',
  },
  tooLong: {
    en: 'It has 500 characters at most.',
    es: 'Tiene 500 caracteres como mucho.',
  },
};

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
  const names = [...pattern.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const isKnown = (name: string): boolean =>
    placeholders.includes(name) && (name !== 'type' || hasType);
  if (!names.every(isKnown)) return 'unknown';
  if (!names.includes('slug')) return 'slug';
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
