import { RE2JS } from 're2js';

/** Pattern that new passwords must match. */
export type PasswordPattern = {
  /**
   * The pattern as a JavaScript regular expression, for clients that check while the user types.
   */
  source: string;
  /**
   * Checks a password. The time is proportional to the password's length times the number of
   * lookaheads.
   */
  test: (password: string) => boolean;
};

/** Error of a pattern that cannot be used; the message continues the name of the setting. */
export class PatternError extends Error {
  override name = 'PatternError';
}

/** Check that starts at the first character of its text. */
type Check = (text: string) => boolean;

type Parts = {
  isAnchored: boolean;
  lookaheads: { isNegative: boolean; content: string }[];
  rest: string;
};

/** Returns the index after the group or character class that starts at `from`. */
const endOf = (source: string, from: number): number => {
  let depth = 0;
  let isClass = false;
  for (let index = from; index < source.length; index += 1) {
    const letter = source[index];
    if (letter === '\\') index += 1;
    else if (isClass) isClass = letter !== ']';
    else if (letter === '[') isClass = true;
    else if (letter === '(') depth += 1;
    else if (letter === ')') depth -= 1;
    if (depth === 0 && !isClass) return index + 1;
  }
  return source.length;
};

const hasAlternatives = (source: string): boolean => {
  for (let index = 0; index < source.length; index += 1) {
    const letter = source[index];
    if (letter === '|') return true;
    if (letter === '\\') index += 1;
    else if (letter === '(' || letter === '[') index = endOf(source, index) - 1;
  }
  return false;
};

/** Splits a pattern into its leading lookaheads and the rest. */
const splitPattern = (source: string): Parts => {
  const isAnchored = source.startsWith('^');
  const lookaheads: Parts['lookaheads'] = [];
  let rest = isAnchored ? source.slice(1) : source;
  while (/^\(\?[=!]/.test(rest)) {
    const end = endOf(rest, 0);
    lookaheads.push({ isNegative: rest[2] === '!', content: rest.slice(3, end - 1) });
    rest = rest.slice(end);
  }
  return { isAnchored, lookaheads, rest };
};

const compile = (source: string): RE2JS => {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(new RegExp(source, 'u')));
  } catch (cause) {
    throw new PatternError(
      'must not have back-references, lookbehinds, or lookaheads elsewhere than at its beginning ' +
        `(such as ^(?=.*[a-z])(?=.*\\d)(?!.*\\s).{8,}$): ${(cause as Error).message}`,
      { cause },
    );
  }
};

const checkFor = (content: string): Check => {
  const pattern = compile(`^(?:${content})`);
  return (text) => pattern.test(text);
};

/**
 * Parses a pattern with JavaScript's syntax, and checks passwords with RE2, which takes linear time
 * for every pattern. JavaScript's own engine can block the process for hours with some patterns and
 * about forty characters. RE2 has no lookaheads, so those at the beginning of a pattern, as in
 * password rules, are checked one by one.
 *
 * @throws PatternError if the pattern is no regular expression or cannot be checked in linear time
 */
export const readPasswordPattern = (source: string): PasswordPattern => {
  let native: RegExp;
  try {
    native = new RegExp(source, 'u');
  } catch (cause) {
    throw new PatternError('must be a regular expression', { cause });
  }
  const { isAnchored, lookaheads, rest } = splitPattern(source);
  if (lookaheads.length === 0) {
    const pattern = compile(source);
    return { source: native.source, test: (password) => pattern.test(password) };
  }
  if (hasAlternatives(rest)) {
    throw new PatternError('must have its alternatives in a group, as in ^(?=.*[a-z])(?:…|…)$');
  }
  // After the first character these look at the preceding text, which a check of the remainder does
  // not have.
  if (!isAnchored && /\^|\\b/i.test(source.replace(/\\\\/g, '').replace(/\[\^/g, '['))) {
    throw new PatternError('must begin with ^ to have lookaheads together with ^, \\b or \\B');
  }
  const checks = lookaheads.map(({ isNegative, content }): Check => {
    const matches = checkFor(content);
    return isNegative ? (text) => !matches(text) : matches;
  });
  checks.push(checkFor(rest));
  const matchesHere: Check = (text) => checks.every((matches) => matches(text));
  return {
    source: native.source,
    test: (password) => {
      if (isAnchored) return matchesHere(password);
      const characters = Array.from(password);
      for (let start = 0; start <= characters.length; start += 1) {
        if (matchesHere(characters.slice(start).join(''))) return true;
      }
      return false;
    },
  };
};
