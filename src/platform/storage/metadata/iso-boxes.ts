import type { Source } from './edits';

export type Box = {
  /** Type of four characters in Latin-1. */
  type: string;
  from: number;
  typeAt: number;
  /** Position of the content. */
  body: number;
  to: number;
};

/** Returns the boxes in a range, up to the first bytes that are no box. */
export const readBoxes = async (source: Source, from: number, to: number): Promise<Box[]> => {
  const boxes: Box[] = [];
  for (let position = from; position + 8 <= to;) {
    const head = await source.read(position, 16);
    const type = head.toString('latin1', 4, 8);
    let [size, body] = [head.readUInt32BE(0), position + 8];
    if (size === 1 && head.length === 16) {
      [size, body] = [Number(head.readBigUInt64BE(8)), position + 16];
    }
    const isOfFile = from === 0 && to === source.size;
    // The last box of a file may have no size, and a recording may be truncated.
    const isOpen = isOfFile && (size === 0 || (type === 'mdat' && position + size > to));
    const end = isOpen ? to : position + size;
    if (end < body || end > to) break;
    boxes.push({ type, from: position, typeAt: position + 4, body, to: end });
    position = end;
  }
  return boxes;
};

/** Returns the box at the end of a path of types below a box; null if there is none. */
export const findBox = async (
  source: Source,
  { body, to }: Pick<Box, 'body' | 'to'>,
  ...path: readonly string[]
): Promise<Box | null> => {
  const [type, ...rest] = path;
  const box = (await readBoxes(source, body, to)).find((child) => child.type === type);
  if (box === undefined) return null;
  return rest.length === 0 ? box : findBox(source, box, ...rest);
};
