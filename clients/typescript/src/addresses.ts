const accented = 'ÁÉÍÓÚÜÑáéíóúüñ';
const unaccented = 'AEIOUUNaeiouun';

/** `Curso corto` becomes `curso-corto`. */
const addressPart = (value: string): string =>
  value
    .replace(/[^\p{ASCII}]/gu, (letter) => unaccented[accented.indexOf(letter)] ?? letter)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

/**
 * Returns the path of an entry, as links, sitemaps and JSON-LD have it.
 *
 * @param pattern one of `patterns` of a business line, such as `/{lang}/courses/{slug}`
 */
export const entryPath = (
  pattern: string,
  { slug, lang, type }: { slug: string; lang: string; type?: string | null | undefined },
): string =>
  pattern
    .replaceAll('{slug}', slug)
    .replaceAll('{lang}', lang)
    .replaceAll('{type}', addressPart(type ?? ''));
