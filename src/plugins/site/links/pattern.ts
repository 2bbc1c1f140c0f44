/** The longest pattern that is stored. */
const LONGEST = 500;

/** Why something is no pattern of addresses. */
export type PatternProblem = 'path' | 'slug' | 'unknown' | 'characters' | 'tooLong';

const placeholders: readonly string[] = ['slug', 'lang', 'type'];

/** What stands in a pattern's places. */
export type Places = { slug: string; lang: string; type?: string };

/**
 * What hinders a text from being the pattern of a type's addresses; null where nothing does. It is a path of the site
 * in which `{slug}` stands, and `{lang}` and `{type}` may: `/{lang}/courses/{slug}`.
 *
 * @param hasType whether entries of the type have what `{type}` stands for
 */
export const problemOfPattern = (pattern: string, hasType: boolean): PatternProblem | null => {
  if (pattern.length > LONGEST) return 'tooLong';
  if (!pattern.startsWith('/') || pattern.startsWith('//')) return 'path';
  const named = [...pattern.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const isKnown = (name: string): boolean =>
    placeholders.includes(name) && (name !== 'type' || hasType);
  if (!named.every(isKnown)) return 'unknown';
  if (!named.includes('slug')) return 'slug';
  return /[\s\p{Cc}\\{}<>"'`]/u.test(pattern.replace(/\{\w+\}/g, '')) ? 'characters' : null;
};

/** The address that a pattern gives; the database does the same where it finds addresses. */
export const addressBy = (pattern: string, { slug, lang, type = '' }: Places): string =>
  pattern.replaceAll('{slug}', slug).replaceAll('{lang}', lang).replaceAll('{type}', type);

const accented = 'ÁÉÍÓÚÜÑáéíóúüñ';
const unaccented = 'AEIOUUNaeiouun';

/** A value as it can stand in an address: `Curso corto` is `curso-corto`. */
export const addressPart = (value: string): string =>
  value
    .replace(/[^\p{ASCII}]/gu, (letter) => unaccented[accented.indexOf(letter)] ?? letter)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** The same of a column, as SQL. */
export const asAddressPart = (column: string): string =>
  `trim(both '-' from regexp_replace(lower(translate(${column}, '${accented}', '${unaccented}')), '[^a-z0-9]+', '-', 'g'))`;
