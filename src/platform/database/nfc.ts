/** Text below U+0300 is the same in every form of Unicode. */
const MAY_COMPOSE = /[\u0300-\uffff]/;

/** More marks on one letter than any writing has. Normalizing takes time by their number squared. */
const TOO_MANY_MARKS = /\p{M}{64}/u;

/** Whether a text must not be normalized, which would take minutes for a megabyte of marks. */
export const hasTooManyMarks = (text: string): boolean => TOO_MANY_MARKS.test(text);

/** The end of an escaped character of JSON, with which a mark must not be joined: `\\n` and a tilde are no `\\ñ`. */
const MARKED_ESCAPE = /\\(?:[bfnrt]|u[\da-f]{4})\p{M}/iu;

/** Values of these names stay as they are typed: the hashes of passwords were made of them. */
const PASSWORD = /password/i;

/** Returns a text in Unicode's form NFC: `é` is one character, whether it was typed as one or as a letter and an accent. */
export const toNfc = (text: string): string =>
  MAY_COMPOSE.test(text) && !hasTooManyMarks(text) ? text.normalize('NFC') : text;

/** Values of statements may be JSON, of which the texts are in NFC already. */
const normalizeValue = (text: string): string => (MARKED_ESCAPE.test(text) ? text : toNfc(text));

/** Returns the values of an SQL statement with their texts in NFC. */
export const normalizeValues = (values: readonly unknown[]): readonly unknown[] => {
  let changed: unknown[] | undefined;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at];
    const normal =
      typeof value === 'string'
        ? normalizeValue(value)
        : Array.isArray(value)
          ? normalizeValues(value)
          : value;
    if (normal === value) continue;
    changed ??= [...values];
    changed[at] = normal;
  }
  return changed ?? values;
};

/** Puts the texts of a parsed body into NFC, in place, except passwords. */
export const normalizeBody = (body: unknown): void => {
  if (typeof body !== 'object' || body === null) return;
  const members = body as Record<string, unknown>;
  for (const [name, value] of Object.entries(members)) {
    if (typeof value === 'string') {
      const normal = PASSWORD.test(name) ? value : toNfc(value);
      if (normal !== value) members[name] = normal;
    } else {
      normalizeBody(value);
    }
  }
};

/** A character and what follows it of letters beyond ASCII, as addresses write them. */
const ENCODED = /(?:[A-Za-z0-9]|%[2-7][0-9A-F])?(?:%[89A-F][0-9A-F])+/gi;

/** Returns an address with its texts in NFC. What is no UTF-8 stays as it is. */
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
