/**
 * Rules that map the plural and singular of Spanish words to one form. They apply in this order to
 * words without accents. The stemmer removes suffixes only with their accents, so the rules restore
 * those of frequent endings.
 */
const SPANISH_ENDINGS: readonly (readonly [ending: string, form: string])[] = [
  // luces, luz; dulces, dulce
  ['(\\w{2})ces?', '\\1z'],
  // pies, pie; series, serie
  ['(\\w)ies', '\\1ie'],
  ['eses', 'es'],
  // exámenes, examen
  ['(\\w{2}[bdfgjlmnprstvxy])es', '\\1'],
  ['(\\w{2}[aiou])s', '\\1'],
  // examen, imagen, liquen: “en” is not the ending of a verb. Its removal would give “liqu”, which
  // is also the stem of “líquido”.
  ['(\\w{2})en', '\\1én'],
  // rehabilitación, rehabilitaciones, rehabilitar
  ['ion', 'ión'],
  ['logia', 'logía'],
];

/**
 * Nouns whose `en` the stemmer would remove like the ending of a verb: “liquen” would match
 * “líquido”, and “polen” “polo”.
 */
const NOUNS = (
  'abdomen certamen crimen dictamen examen germen gluten himen imagen joven liquen lumen margen ' +
  'origen polen r[eé]gimen semen virgen volumen'
).split(' ');

/**
 * Returns the SQL of a query with these nouns in the plural, because the plural's stem keeps the
 * `en`.
 */
export const withPluralNouns = (query: string): string =>
  `regexp_replace(${query}, '\\m(${NOUNS.join('|')})\\M', '\\1es', 'gi')`;

/** SQL of a text with each Spanish word in its normalised form. */
export const withSpanishEndings = SPANISH_ENDINGS.reduce(
  (text, [ending, form]) => `regexp_replace(${text}, '${ending}\\M', '${form}', 'g')`,
  'lower(unaccent(search_clean(value)))',
);
