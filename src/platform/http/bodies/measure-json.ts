/** Maximum number of members in all lists and objects of a body together. */
export const MOST_VALUES = 20_000;

/**
 * Maximum number of levels below the outermost list or object. Recursive code would exhaust its
 * stack on deeper values.
 */
export const MOST_LEVELS = 100;

/**
 * The number of members in a JSON text, or the first limit that it exceeds. `within` is the
 * attribute of the outermost object, or the index in the outermost list.
 */
export type JsonMeasure =
  | { problem: null; values: number }
  | { problem: 'too-many-values' }
  | { problem: 'too-deep'; within: string };

const [SPACE, QUOTE, COMMA, BACKSLASH] = [0x20, 0x22, 0x2c, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Returns the position after a string literal that begins at `start`. */
const endOfString = (text: string, start: number): number => {
  let index = start + 1;
  for (; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === BACKSLASH) index += 1;
    else if (code === QUOTE) return index + 1;
  }
  return index;
};

/** Returns the text of a string literal. Malformed literals are returned unchanged. */
const parseLiteral = (literal: string): string => {
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal;
  }
};

/**
 * Measures a JSON text without parsing it. `JSON.parse` takes up to a hundred times as long, only
 * for the text to be rejected afterwards. For malformed text the result is arbitrary; its parsing
 * fails.
 */
export const measureJson = (text: string, mostValues = MOST_VALUES): JsonMeasure => {
  let values = 0;
  let depth = 0;
  let isFirst = false;
  let isObject = false;
  let index = 0;
  let [keyStart, keyEnd] = [0, 0];
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code <= SPACE) continue;
    if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      depth -= 1;
      isFirst = false;
      continue;
    }
    // A non-empty list has one member more than it has commas.
    if (code === COMMA || isFirst) values += 1;
    if (values > mostValues) return { problem: 'too-many-values' };
    isFirst = false;
    if (code === QUOTE) {
      const end = endOfString(text, position);
      if (depth === 1 && isObject) [keyStart, keyEnd] = [position, end];
      position = end - 1;
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (depth > MOST_LEVELS) {
        return {
          problem: 'too-deep',
          within: isObject ? parseLiteral(text.slice(keyStart, keyEnd)) : String(index),
        };
      }
      if (depth === 0) isObject = code === OPEN_OBJECT;
      depth += 1;
      isFirst = true;
    } else if (code === COMMA && depth === 1) index += 1;
  }
  return { problem: null, values };
};
