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

/** The SQL of a text with each Spanish word in one form. */
export const withSpanishEndings = SPANISH_ENDINGS.reduce(
  (text, [ending, form]) => `regexp_replace(${text}, '${ending}\\M', '${form}', 'g')`,
  'lower(unaccent(search_clean(value)))',
);
