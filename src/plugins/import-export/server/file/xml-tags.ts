/** Longer than any tag of a sheet. */
const LONGEST_TAG = 16_384;

/** How what is no tag of an element begins, and ends. */
const others = [
  { begin: '!--', end: '-->' },
  { begin: '![CDATA[', end: ']]>' },
  { begin: '?', end: '?>' },
] as const;

const LONGEST_BEGINNING = Math.max(...others.map(({ begin }) => begin.length));

/** Where a tag ends that stands behind a `<`; -1 while it does not. What attributes quote ends none. */
const endOf = (text: string): number => {
  if (text.startsWith('/')) return text.indexOf('>');
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at;
  }
  return -1;
};

/**
 * Reads the tags of XML that comes in pieces, and keeps nothing of what stands between them.
 *
 * @param onTag is told what stands between `<` and `>`, of elements alone
 * @returns what takes the next piece
 * @throws RangeError where a tag does not end
 */
export const tagReader = (onTag: (tag: string) => void): ((piece: string) => void) => {
  /** What is not known yet to be a whole tag, from its `<` on. */
  let rest = '';
  /** How that ends in whose midst the last piece ended. */
  let awaited = '';
  return (piece) => {
    const text = rest + piece;
    let at = 0;
    for (;;) {
      if (awaited !== '') {
        const end = text.indexOf(awaited, at);
        if (end === -1) {
          // Its end may have begun.
          rest = text.slice(Math.max(at, text.length - awaited.length + 1));
          return;
        }
        at = end + awaited.length;
        awaited = '';
      }
      const begin = text.indexOf('<', at);
      if (begin === -1) {
        rest = '';
        return;
      }
      const known = text.slice(begin + 1, begin + 1 + LONGEST_BEGINNING);
      const other = others.find((one) => known.startsWith(one.begin));
      if (other !== undefined) {
        awaited = other.end;
        at = begin + 1 + other.begin.length;
        continue;
      }
      const behind = text.slice(begin + 1, begin + 1 + LONGEST_TAG);
      const isUndecided = others.some((one) => one.begin.startsWith(behind));
      const end = isUndecided ? -1 : endOf(behind);
      if (end === -1) {
        if (behind.length === LONGEST_TAG) throw new RangeError('a tag does not end');
        rest = text.slice(begin);
        return;
      }
      onTag(behind.slice(0, end));
      at = begin + 1 + end + 1;
    }
  };
};

const NAME = /^\/?(?:[^\s:/]*:)?([^\s:/>]*)/;

/** What an element is called, whatever its namespace is called. */
export const nameOf = (tag: string): string => NAME.exec(tag)?.[1] ?? '';

/** An attribute of a tag, whatever its namespace is called; null: it has none. */
export const attributeOf = (tag: string, name: string): string | null => {
  const found = new RegExp(`\\s(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return found === null ? null : (found[1] ?? found[2] ?? '');
};
