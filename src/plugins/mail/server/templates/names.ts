/** Longer than people are called, too short for a message. */
const LONGEST = 100;

/** What a stranger may have chosen is cut to what hardly anybody's name exceeds. */
const LONGEST_UNPROVEN = 40;

const LINE_BREAK = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * What is not seen, changes the direction of the text around it, or hides where a word ends; but for the
 * joiners and the Arabic signs, which belong to how some languages are written.
 */
const UNSEEN = /\u034f|(?![\u0600-\u0605\u06dd\u070f\u08e2\u200c\u200d])\p{Cf}/gu;

/** A joiner has a purpose between letters only. */
const STRAY_JOINER = /(?<!\p{L}\p{M}*)\p{Join_Control}|\p{Join_Control}(?!\p{L})/gu;

const SCHEME = /[\p{L}\p{N}+.-]*[:\uff1a\ufe55][/\\\uff0f\uff3c\u2044\u2215]{2,}/gu;

/** Several of one mean a server in a network; a backslash has no place in a name at all. */
const SLASHES = /[/\uff0f\u2044\u2215]{2,}|[\\\uff3c\ufe68]+/gu;

const COLON = /[:\uff1a\ufe55](?=\S)/gu;

const AT = /\s*[@\uff20\ufe6b]\s*/gu;

/** Everything that browsers take for the dot in a host's name. */
const DOT = '[.\\u3002\\uff0e\\uff61\\u2024\\ufe52]';

/** A dot with two letters or more behind it may be one before a top-level domain; one initial is none. */
const DOT_IN_HOST = new RegExp(`${DOT}+(?=[\\p{L}\\p{N}\\p{M}\\p{Join_Control}_-]{2})`, 'gu');

/** Some mail programs take an ellipsis for a letter in a host's name. */
const DOT_BEFORE_ELLIPSIS = new RegExp(`${DOT}+(?=\\u2026)`, 'gu');

const DOT_IN_NUMBER = new RegExp(`(?<=\\p{N})${DOT}+(?=\\p{N})`, 'gu');

/** A dot before the ellipsis could end a host's name; see {@link DOT_BEFORE_ELLIPSIS}. */
const END_OF_CUT = new RegExp(`(?:\\s|${DOT})+$`, 'u');

const shortened = (text: string, longest: number): string => {
  const letters = Array.from(text);
  return letters.length <= longest
    ? text
    : `${letters
        .slice(0, longest - 1)
        .join('')
        .replace(END_OF_CUT, '')}…`;
};

/**
 * A name as it may stand in an e-mail. Anybody can register somebody else's address under any name, and
 * mail programs make links of whatever looks like one, in the subject and in plain text too: what they
 * would take for an address is broken by spaces. Names of people stay as they are.
 *
 * @param isProven whether the reader owns the account, so that nobody else has chosen the name
 */
export const nameForMail = (name: string, isProven = true): string =>
  shortened(
    name
      .replace(LINE_BREAK, ' ')
      .replace(UNSEEN, '')
      .replace(STRAY_JOINER, '')
      .replace(SCHEME, ' ')
      .replace(SLASHES, (slashes) => (/[\\\uff3c\ufe68]/u.test(slashes) ? ' ' : '/'))
      .replace(COLON, ': ')
      .replace(AT, ' @ ')
      .replace(DOT_BEFORE_ELLIPSIS, '. ')
      .replace(DOT_IN_NUMBER, '. ')
      .replace(DOT_IN_HOST, '. ')
      .replace(/\s+/gu, ' ')
      .trim(),
    isProven ? LONGEST : LONGEST_UNPROVEN,
  );
