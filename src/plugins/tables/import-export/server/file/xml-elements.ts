import { Parser } from 'htmlparser2';

/** An element of XML, whatever its namespace and those of its attributes are called. */
export type Element = {
  name: string;
  /** Null: it has none of that name. */
  attribute: (name: string) => string | null;
};

/** Characters without an element or a text in between, as in an attribute that does not end. */
const LONGEST = 65_536;

/** More than any sheet has; the parser takes the longer for an element the deeper it is. */
const DEEPEST = 64;

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/** What is told of XML besides the beginnings of its elements. */
type Others = {
  /** A text comes in as many pieces as the reader likes. */
  onText?: (text: string) => void;
  onEnd?: (name: string) => void;
};

/**
 * Reads the elements of XML that comes in pieces, and keeps nothing of what stands between them.
 *
 * @returns what takes the next piece
 * @throws RangeError where one does not end, or is within too many others
 */
export const elementReader = (
  onElement: (element: Element) => void,
  { onText, onEnd }: Others = {},
): ((piece: string) => void) => {
  let waiting = 0;
  let depth = 0;
  const heard = (): void => {
    waiting = 0;
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        heard();
        depth += 1;
        if (depth > DEEPEST) throw new RangeError('an element is within too many others');
        onElement({
          name: withoutPrefix(name),
          attribute: (wanted) =>
            Object.entries(attributes).find(([known]) => withoutPrefix(known) === wanted)?.[1] ??
            null,
        });
      },
      onclosetag(name) {
        heard();
        depth -= 1;
        onEnd?.(withoutPrefix(name));
      },
      ontext(text) {
        heard();
        onText?.(text);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  return (piece) => {
    for (let at = 0; at < piece.length; at += LONGEST) {
      const part = piece.slice(at, at + LONGEST);
      waiting += part.length;
      parser.write(part);
      if (waiting > 2 * LONGEST) throw new RangeError('an element does not end');
    }
  };
};
