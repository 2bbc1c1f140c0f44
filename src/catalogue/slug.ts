import { transliterate } from 'transliteration';

/** Maximum length of a slug in the models. */
const LONGEST = 160;

/** Characters of a title that make its slug. Titles in the models have at most 255. */
const TRANSLITERATED = 1_000;

/** Letters that the library omits or replaces by punctuation. */
const LETTERS: [letter: string, latin: string][] = Object.entries({
  ...{ ə: 'e', ⱡ: 'l', ⱥ: 'a', ⱨ: 'h', ⱪ: 'k', ⱬ: 'z', ⱦ: 't', ɂ: '' },
  ...{ ә: 'e', ӛ: 'e', ӷ: 'g', ӻ: 'g', ӽ: 'kh', ӿ: 'kh', ҋ: 'y', ӆ: 'l', ӊ: 'n', ӎ: 'm' },
  ...{ ԓ: 'l', ԡ: 'l', ԣ: 'n', ԩ: 'n', ԛ: 'q', ԝ: 'w', ԥ: 'p', ԑ: 'e' },
});

/**
 * Transliterates a word. Punctuation for sounds without a Latin letter, as in `K'azak'`, does not
 * split the word.
 */
const toLatin = (word: string): string =>
  transliterate(word.toLowerCase(), { replace: LETTERS }).replace(/[^a-z0-9\s-]+/gi, '');

/**
 * Returns a short checksum for a title without usable letters or digits. Two such titles rarely
 * share a slug.
 */
const computeChecksum = (title: string): string => {
  let sum = 0;
  for (const character of title) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_679_616;
  return sum.toString(36);
};

/**
 * Returns the end of a web address for a title: Latin lower-case letters and digits with hyphens between them. Other
 * scripts are transliterated. Only a title without visible characters has none.
 */
export const slugify = (typed: string): string => {
  const title = typed.normalize('NFC');
  const slug = title
    .slice(0, TRANSLITERATED)
    // `2.ª` and `1.º` are numbers with an ordinal sign, which slugs omit.
    .replace(/[ªº™℠]/gu, '')
    .normalize('NFKC')
    .replace(/[\p{L}\p{M}\p{N}]+/gu, toLatin)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, LONGEST)
    .replace(/-+$/, '');
  if (slug !== '' || /^[\s\p{C}]*$/u.test(title)) return slug;
  return `entry-${computeChecksum(title)}`;
};
