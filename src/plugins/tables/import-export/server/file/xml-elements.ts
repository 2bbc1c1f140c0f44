import { Parser } from 'htmlparser2';

/** XML element. Prefixes of its name and attributes are ignored. */
export type Element = {
  name: string;
  /** Returns an attribute, or null if it is missing. */
  attribute: (name: string) => string | null;
};

/** Maximum number of characters without an event, as in an unterminated attribute. */
const LONGEST = 65_536;

/** Maximum depth, more than any sheet has. The parser slows down with depth. */
const DEEPEST = 64;

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Handlers of further events. */
type Others = {
  /** Called with texts, possibly in several pieces. */
  onText?: (text: string) => void;
  onEnd?: (name: string) => void;
};

/**
 * Parses XML in chunks and reports its elements, without storing anything.
 *
 * @returns a function that takes the next chunk
 * @throws RangeError if an element does not end, or is nested too deeply
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
