import { NOTHING, type Edit, type Source } from './edits';
import { readRights, writeXmp, type Blocks } from './rights';

/** Application extensions for the number of loops and for colours. */
const KEPT_EXTENSIONS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);

const XMP = 'XMP DataXMP';

/** Length of the trailer that leads readers without XMP support to the end of its blocks. */
const TRAILER_BYTES = 258;

const buildXmpExtension = (packet: Buffer | null): Buffer => {
  if (packet === null) return NOTHING;
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer[0] = 1;
  for (let index = 1; index < 257; index += 1) trailer[index] = 256 - index;
  return Buffer.concat([Buffer.from([0x21, 0xff, XMP.length]), Buffer.from(XMP), packet, trailer]);
};

const computeColourTableSize = (flags: number): number =>
  flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;

/** Returns the position after a sequence of data blocks. */
const skipBlocks = async (source: Source, from: number): Promise<number> => {
  let position = from;
  for (;;) {
    const [length = 0] = await source.read(position, 1);
    position += 1 + length;
    if (length === 0 || position >= source.size) return position;
  }
};

/** Returns the edits that keep pixels, colours and notices of a GIF. */
export const findGifEdits = async (source: Source): Promise<Edit[]> => {
  const edits: Edit[] = [];
  const blocks: Blocks = {};
  const flags = (await source.read(10, 1))[0] ?? 0;
  const insertAt = 13 + computeColourTableSize(flags);
  let position = insertAt;
  while (position < source.size) {
    const head = await source.read(position, 14);
    if (head[0] === 0x2c) {
      const pixels = position + 10 + computeColourTableSize(head[9] ?? 0) + 1;
      position = await skipBlocks(source, pixels);
    } else if (head[0] === 0x21) {
      const name = head.toString('latin1', 3);
      const next = await skipBlocks(source, position + 2);
      if (head[1] === 0xfe || (head[1] === 0xff && !KEPT_EXTENSIONS.has(name))) {
        edits.push({ from: position, to: next, bytes: NOTHING });
        if (name === XMP && next - position < 1024 * 1024) {
          const packet = await source.read(position + 14, next - position - 14 - TRAILER_BYTES);
          blocks.xmp ??= Buffer.from(packet);
        }
      }
      position = next;
    } else {
      if (head[0] === 0x3b) position += 1;
      break;
    }
  }
  if (position < source.size) edits.push({ from: position, to: source.size, bytes: NOTHING });
  const notices = buildXmpExtension(writeXmp(await readRights(blocks)));
  return notices.length === 0
    ? edits
    : [...edits, { from: insertAt, to: insertAt, bytes: notices }];
};
