/** Text below U+0300 is the same in every Unicode form. */
const MAY_COMPOSE = /[\u0300-\uffff]/;

/**
 * More marks on one letter than any script uses. The time for normalizing grows with the square of
 * their number. The pattern starts at the first mark only, so that each mark is read once.
 */
const TOO_MANY_MARKS = /(?<!\p{M})\p{M}{64}/u;

/** Returns whether normalizing a text would take minutes, as for a megabyte of marks. */
export const hasTooManyMarks = (text: string): boolean => TOO_MANY_MARKS.test(text);

/**
 * An escape sequence of JSON before a combining mark. Normalizing would join them: `\\n` and a
 * tilde must not become `\\ñ`.
 */
const MARKED_ESCAPE = /(\\(?:[bfnrt]|u[\da-f]{4}))(?=\p{M})/iu;

/** Names of values that stay unchanged, because password hashes were made of the original text. */
const PASSWORD = /password/i;

/**
 * Returns a text in Unicode's NFC form: `é` is one character, whether it was typed as one or as a
 * letter and an accent.
 */
export const toNfc = (text: string): string =>
  MAY_COMPOSE.test(text) && !hasTooManyMarks(text) ? text.normalize('NFC') : text;

/** Returns a text in NFC that may be JSON. */
const normalizeValue = (text: string): string =>
  MAY_COMPOSE.test(text) ? text.split(MARKED_ESCAPE).map(toNfc).join('') : text;

/** Returns the values of an SQL statement with their texts in NFC. */
export const normalizeValues = (values: readonly unknown[]): readonly unknown[] => {
  let normalizedItems: unknown[] | undefined;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    const normal =
      typeof value === 'string'
        ? normalizeValue(value)
        : Array.isArray(value)
          ? normalizeValues(value)
          : value;
    if (normal === value) continue;
    normalizedItems ??= [...values];
    normalizedItems[index] = normal;
  }
  return normalizedItems ?? values;
};

/** Normalizes the texts of a parsed body to NFC, in place, except passwords. */
export const normalizeBody = (body: unknown): void => {
  if (typeof body !== 'object' || body === null) return;
  const members = body as Record<string, unknown>;
  for (const [name, value] of Object.entries(members)) {
    if (typeof value === 'string') {
      const normal = PASSWORD.test(name) ? value : normalizeValue(value);
      if (normal !== value) members[name] = normal;
    } else {
      normalizeBody(value);
    }
  }
};

/** Percent-encoded non-ASCII letters, with the character before them. */
const ENCODED = /(?:[A-Za-z0-9]|%[0-7][0-9A-F])?(?:%[89A-F][0-9A-F])+/gi;

/** Returns a URL with its texts in NFC. Invalid UTF-8 stays unchanged. */
export const normalizeAddress = (address: string): string =>
  address.replace(ENCODED, (encoded) => {
    try {
      const text = decodeURIComponent(encoded);
      const normal = toNfc(text);
      return normal === text ? encoded : encodeURIComponent(normal);
    } catch {
      return encoded;
    }
  });

/**
 * Returns a text with the replacement character instead of NUL and halves of surrogate pairs, which
 * PostgreSQL does not store.
 */
export const toStorableText = (text: string): string =>
  text.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');
