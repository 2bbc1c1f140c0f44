import type { Edit, Source } from './edits';

type Element = { id: number; from: number; body: number; to: number };

const ID = {
  segment: 0x18538067,
  cluster: 0x1f43b675,
  tags: 0x1254c367,
  tag: 0x7373,
  simpleTag: 0x67c8,
  tagName: 0x45a3,
  attachments: 0x1941a469,
  checksum: 0xbf,
  void: 0xec,
};

const KEPT_TAGS = new Set([
  ...['TITLE', 'SUBTITLE', 'ARTIST', 'AUTHOR', 'ALBUM', 'GENRE', 'COPYRIGHT', 'LICENSE'],
  ...['TERMS_OF_USE', 'PRODUCER', 'DIRECTOR', 'PUBLISHER', 'DURATION', 'BPS'],
  ...['NUMBER_OF_FRAMES', 'NUMBER_OF_BYTES'],
]);

/**
 * Returns the element at a position; null if there is none. An element of unknown size ends with
 * its parent.
 */
const readElement = async (source: Source, from: number, end: number): Promise<Element | null> => {
  const head = await source.read(from, 12);
  const idLength = Math.clz32(head[0] ?? 0) - 23;
  const first = head[idLength] ?? 0;
  const sizeLength = Math.clz32(first) - 23;
  const body = from + idLength + sizeLength;
  if (idLength > 4 || sizeLength > 8 || body > end) return null;
  let size = BigInt(first) & ((1n << BigInt(8 - sizeLength)) - 1n);
  for (let index = 1; index < sizeLength; index += 1) {
    size = (size << 8n) | BigInt(head[idLength + index] ?? 0);
  }
  const isUnknown = size === (1n << BigInt(7 * sizeLength)) - 1n;
  const to = isUnknown ? end : Math.min(end, body + Number(size));
  return { id: head.readUIntBE(0, idLength), from, body, to };
};

async function* readElements(source: Source, from: number, to: number): AsyncGenerator<Element> {
  for (let position = from; position < to;) {
    const element = await readElement(source, position, to);
    if (element === null) return;
    yield element;
    // A cluster of unknown size is read to find its end.
    const isOpen = element.id === ID.cluster && element.to === to;
    position = isOpen ? element.body : element.to;
  }
}

/** Returns the edits that turn an element into a void element of the same length. */
const blankElement = ({ from, to }: Element): Edit[] => {
  const length = to - from;
  if (length < 2) return [];
  const isShort = length - 2 < 127;
  const head = Buffer.alloc(isShort ? 2 : 9);
  if (isShort) head[1] = 0x80 | (length - 2);
  else head.writeBigUInt64BE((1n << 56n) | BigInt(length - 9), 1);
  head[0] = ID.void;
  return [
    { from, to: from + head.length, bytes: head },
    { from: from + head.length, to },
  ];
};

/** Maximum depth of nested tags that are inspected. */
const MAX_DEPTH = 8;

const tagEdits = async (source: Source, { body, to }: Element, depth = 0): Promise<Edit[]> => {
  const edits: Edit[] = [];
  const findEdits = (element: Element): Promise<Edit[]> | Edit[] =>
    depth < MAX_DEPTH ? tagEdits(source, element, depth + 1) : blankElement(element);
  for await (const element of readElements(source, body, to)) {
    if (element.id === ID.checksum) edits.push(...blankElement(element));
    if (element.id === ID.tag) {
      for (const edit of await findEdits(element)) edits.push(edit);
    }
    if (element.id !== ID.simpleTag) continue;
    let name = '';
    for await (const child of readElements(source, element.body, element.to)) {
      if (child.id !== ID.tagName) continue;
      name = (await source.read(child.body, Math.min(64, child.to - child.body))).toString();
    }
    const isKept = KEPT_TAGS.has(name.toUpperCase());
    for (const edit of isKept ? await findEdits(element) : blankElement(element)) edits.push(edit);
  }
  return edits;
};

/**
 * Returns the edits that keep tracks, titles and notices of a WebM or Matroska film; no offset
 * changes.
 */
export const findMatroskaEdits = async (source: Source): Promise<Edit[]> => {
  const edits: Edit[] = [];
  for await (const top of readElements(source, 0, source.size)) {
    if (top.id !== ID.segment) continue;
    for await (const element of readElements(source, top.body, top.to)) {
      if (element.id === ID.tags) {
        for (const edit of await tagEdits(source, element)) edits.push(edit);
      }
      if (element.id === ID.attachments || element.id === ID.void)
        edits.push(...blankElement(element));
    }
  }
  return edits;
};
