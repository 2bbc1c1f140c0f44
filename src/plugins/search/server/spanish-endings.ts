/**
 * Plurals and singulars of Spanish words in one form, in this order, by words without accents. The stemmer removes
 * suffixes only where their accents stand: it is given back those of frequent endings.
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
  // examen, imagen, liquen: no forms of a verb, as of “liqu”, which “líquido” has too
  ['(\\w{2})en', '\\1én'],
  // rehabilitación, rehabilitaciones, rehabilitar
  ['ion', 'ión'],
  ['logia', 'logía'],
];

/** Nouns of which the stemmer removes `en` as of a verb: “liquen” would find “líquido”, and “polen” “polo”. */
const NOUNS = (
  'abdomen certamen crimen dictamen examen germen gluten himen imagen joven liquen lumen margen ' +
  'origen polen r[eé]gimen semen virgen volumen'
).split(' ');

/** The SQL of a query with those nouns in the plural, whose stem keeps the `en`. */
export const withPluralNouns = (query: string): string =>
  `regexp_replace(${query}, '\\m(${NOUNS.join('|')})\\M', '\\1es', 'gi')`;

/** The SQL of a text with each Spanish word in one form. */
export const withSpanishEndings = SPANISH_ENDINGS.reduce(
  (text, [ending, form]) => `regexp_replace(${text}, '${ending}\\M', '${form}', 'g')`,
  'lower(unaccent(search_clean(value)))',
);
