/** A text or picture of a preview, with the link to its form field. */
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

const voidElements = new Set(['meta', 'link', 'img', 'br', 'hr', 'input', 'source']);
const mediaElements = new Set(['img', 'video', 'iframe']);

const attributeIn = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&');

const elementOf = (name: string, tag: string): Element => ({
  name,
  isPiece: (attributeIn(tag, 'class') ?? '').split(' ').includes('piece'),
  isOwn: attributeIn(tag, 'data-own') !== undefined,
  address: null,
  children: [],
});

/** Returns the element tree of a rendered page. */
const parseHtml = (html: string): Element => {
  const root = elementOf('', '');
  const open = [root];
  for (const [tag, end, start, text] of html.matchAll(/<\/(\w+)>|<(\w+)[^>]*>|([^<]+)/g)) {
    const parent = open.at(-1);
    if (parent === undefined) throw new Error(`More is closed than opened: ${tag}`);
    if (end !== undefined) open.pop();
    if (text !== undefined && text.trim() !== '') parent.children.push(text.trim());
    if (start === undefined) continue;
    const element = elementOf(start, tag);
    if (start === 'a' && attributeIn(tag, 'class') === 'edit') {
      const piece = open.findLast(({ isPiece }) => isPiece);
      if (piece !== undefined) piece.address = attributeIn(tag, 'href') ?? null;
    }
    parent.children.push(element);
    if (!voidElements.has(start)) open.push(element);
  }
  return root;
};

const piecesIn = (element: Element, inherited: Omit<Piece, 'shows'>): Piece[] => {
  const current = {
    address: element.address ?? inherited.address,
    isOwn: inherited.isOwn || element.isOwn,
  };
  if (element.name === 'head') return [];
  if (mediaElements.has(element.name)) return [{ shows: `<${element.name}>`, ...current }];
  return element.children.flatMap((child) =>
    typeof child === 'string' ? [{ shows: child, ...current }] : piecesIn(child, current),
  );
};

/** Returns every text and picture of a preview page, in order. */
export const piecesOf = (html: string): Piece[] =>
  piecesIn(parseHtml(html.replace(/^<!doctype html>/i, '')), { address: null, isOwn: false });
