import { execFileSync } from 'node:child_process';
import { hostModule } from './host';

/** The languages of the panel. */
export type Language = 'en' | 'es';

const BOTH: readonly Language[] = ['en', 'es'];

const readCommit = (): string | undefined => {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: __dirname, encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
};

const chooseLanguages = (): readonly Language[] => {
  const { TEST_LANGUAGE: language, TEST_EFFORT: effort } = process.env;
  if (language === 'en' || language === 'es') return [language];
  if (language === 'both' || effort === '1') return BOTH;
  const commit = readCommit();
  if (commit === undefined) return BOTH;
  return Number.parseInt(commit.slice(-1), 16) % 2 === 0 ? ['en'] : ['es'];
};

/**
 * The languages in which this run tests the panel: one, chosen by the commit, or both with `TEST_EFFORT=1`.
 * `TEST_LANGUAGE` overrides it with `en`, `es` or `both`. Use it for tests that do not depend on the language; words
 * that a suite searches go through `checkWords` as well.
 */
export const languagesOfRun = chooseLanguages();

/** Both languages, those of the run last: the tests after them need no other load of the panel. */
export const bothLanguages: readonly Language[] = [
  ...BOTH.filter((language) => !languagesOfRun.includes(language)),
  ...languagesOfRun,
];

/** A word that a suite searches: `(value) => string` stands for a text with a value in it. */
type Word = string | RegExp | ((value: string) => string);

type Words = Readonly<Record<string, Word>>;

/** The result type of `panel-texts.mjs`. */
type Shown = { pattern: RegExp; forms: string[] };

const isShown = (word: Word, { pattern, forms }: Shown): boolean => {
  if (word instanceof RegExp) return forms.some((text) => word.test(text));
  return pattern.test(typeof word === 'string' ? word : word('7'));
};

/**
 * Adds a test that every word of a suite is a text of the panel, and the same text in both languages. A flow in one
 * language therefore proves the words of the other: the panel shows both by one id.
 */
export const checkWords = (words: Readonly<Record<Language, Words>>): void => {
  it('has the same words in both languages of the panel', () => {
    const { shownTexts } = hostModule<{ shownTexts: Record<Language, Shown>[] }>(
      './panel-texts.mjs',
    );
    const missing = Object.entries(words.en).filter(([name, english]) => {
      const spanish = words.es[name];
      return (
        spanish === undefined ||
        !shownTexts.some(({ en, es }) => isShown(english, en) && isShown(spanish, es))
      );
    });
    expect(missing).toEqual([]);
    expect(Object.keys(words.es)).toEqual(Object.keys(words.en));
  });
};
