/** Maximum length of a name: longer than real names, too short for a message. */
const LONGEST = 100;

/** Maximum length of a name that a stranger may have chosen; few real names are longer. */
const LONGEST_UNPROVEN = 40;

const LINE_BREAK = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * Characters that are invisible, change the direction of the text, or hide the end of a word.
 * Joiners and Arabic signs are excluded, because some languages need them.
 */
const INVISIBLE_CHARACTERS = /\u034f|(?![\u0600-\u0605\u06dd\u070f\u08e2\u200c\u200d])\p{Cf}/gu;

/** Joiners outside a word; they have a purpose only between letters. */
const STRAY_JOINER = /(?<!\p{L}\p{M}*)\p{Join_Control}|\p{Join_Control}(?!\p{L})/gu;

const SCHEME = /[\p{L}\p{N}+.-]*[:\uff1a\ufe55][/\\\uff0f\uff3c\u2044\u2215]{2,}/gu;

/**
 * Repeated slashes, which start the path of a network server, and backslashes, which no name
 * contains.
 */
const SLASHES = /[/\uff0f\u2044\u2215]{2,}|[\\\uff3c\ufe68]+/gu;

const COLON = /[:\uff1a\ufe55](?=\S)/gu;

const AT_SIGNS = /\s*[@\uff20\ufe6b]\s*/gu;

/** Characters that browsers accept as the dot in a host name. */
const DOT = '[.\\u3002\\uff0e\\uff61\\u2024\\ufe52]';

/** Dot before two or more letters, which may start a top-level domain; a single initial cannot. */
const DOT_IN_HOST = new RegExp(`${DOT}+(?=[\\p{L}\\p{N}\\p{M}\\p{Join_Control}_-]{2})`, 'gu');

/** Dot before an ellipsis, which some mail programs accept as a letter in a host name. */
const DOT_BEFORE_ELLIPSIS = new RegExp(`${DOT}+(?=\\u2026)`, 'gu');

const DOT_IN_NUMBER = new RegExp(`(?<=\\p{N})${DOT}+(?=\\p{N})`, 'gu');

/**
 * End of a shortened name. A dot before the ellipsis could be part of a host name; see {@link
 * DOT_BEFORE_ELLIPSIS}.
 */
const END_OF_CUT = new RegExp(`(?:\\s|${DOT})+$`, 'u');

const shorten = (text: string, longest: number): string => {
  const letters = Array.from(text);
  return letters.length <= longest
    ? text
    : `${letters
        .slice(0, longest - 1)
        .join('')
        .replace(END_OF_CUT, '')}…`;
};

/**
 * Returns a name that is safe in an e-mail. Anybody can register another person's address under any
 * name. Mail programs turn text that looks like an address into a link, also in the subject and in
 * plain text. Spaces break up such text; names of people stay unchanged.
 *
 * @param isProven whether the reader owns the account, so that nobody else chose the name
 */
export const nameForMail = (name: string, isProven = true): string =>
  shorten(
    name
      .replace(LINE_BREAK, ' ')
      .replace(INVISIBLE_CHARACTERS, '')
      .replace(STRAY_JOINER, '')
      .replace(SCHEME, ' ')
      .replace(SLASHES, (slashes) => (/[\\\uff3c\ufe68]/u.test(slashes) ? ' ' : '/'))
      .replace(COLON, ': ')
      .replace(AT_SIGNS, ' @ ')
      .replace(DOT_BEFORE_ELLIPSIS, '. ')
      .replace(DOT_IN_NUMBER, '. ')
      .replace(DOT_IN_HOST, '. ')
      .replace(/\s+/gu, ' ')
      .trim(),
    isProven ? LONGEST : LONGEST_UNPROVEN,
  );
