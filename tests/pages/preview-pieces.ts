/** A text or picture of a preview, with the link to its field. */
export type Piece = {
  shows: string;
  /** The target of a click; null without one. */
  address: string | null;
  /** Whether it is the preview's own text, which no form contains. */
  isOwn: boolean;
};

type Element = {
  name: string;
  isPiece: boolean;
  isOwn: boolean;
  address: string | null;
  children: (Element | string)[];
};

const withoutEnd = new Set(['meta', 'link', 'img', 'br', 'hr', 'input', 'source']);
const pictures = new Set(['img', 'video', 'iframe']);

const attributeIn = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&');

const elementOf = (name: string, tag: string): Element => ({
  name,
  isPiece: (attributeIn(tag, 'class') ?? '').split(' ').includes('piece'),
  isOwn: attributeIn(tag, 'data-own') !== undefined,
  address: null,
  children: [],
});

/** The tree of a rendered page, whose elements are therefore all closed. */
const parsed = (html: string): Element => {
  const root = elementOf('', '');
  const open = [root];
  for (const [tag, end, start, text] of html.matchAll(/<\/(\w+)>|<(\w+)[^>]*>|([^<]+)/g)) {
    const within = open.at(-1);
    if (within === undefined) throw new Error(`More is closed than opened: ${tag}`);
    if (end !== undefined) open.pop();
    if (text !== undefined && text.trim() !== '') within.children.push(text.trim());
    if (start === undefined) continue;
    const element = elementOf(start, tag);
    if (start === 'a' && attributeIn(tag, 'class') === 'edit') {
      const around = open.findLast(({ isPiece }) => isPiece);
      if (around !== undefined) around.address = attributeIn(tag, 'href') ?? null;
    }
    within.children.push(element);
    if (!withoutEnd.has(start)) open.push(element);
  }
  return root;
};

const piecesIn = (element: Element, above: Omit<Piece, 'shows'>): Piece[] => {
  const here = {
    address: element.address ?? above.address,
    isOwn: above.isOwn || element.isOwn,
  };
  if (element.name === 'head') return [];
  if (pictures.has(element.name)) return [{ shows: `<${element.name}>`, ...here }];
  return element.children.flatMap((child) =>
    typeof child === 'string' ? [{ shows: child, ...here }] : piecesIn(child, here),
  );
};

/** Returns every text and picture of a preview page, in order. */
export const piecesOf = (html: string): Piece[] =>
  piecesIn(parsed(html.replace(/^<!doctype html>/i, '')), { address: null, isOwn: false });
