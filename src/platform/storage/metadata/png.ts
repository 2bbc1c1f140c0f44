import { crc32, inflateSync } from 'node:zlib';
import { NOTHING, type Edit, type Source } from './edits';
import { readRights, writeExif, writeXmp, type Blocks, type Rights } from './rights';

export const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/**
 * Chunks that are kept in addition to those for pixels: colours, sizes, transparency and
 * animations.
 */
const KEPT_CHUNKS = new Set([
  ...['cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'mDCV', 'cLLI', 'bKGD', 'hIST', 'tRNS'],
  ...['pHYs', 'sPLT', 'acTL', 'fcTL', 'fdAT'],
]);

const XMP = 'XML:com.adobe.xmp';

const MAX_TEXT = 1024 * 1024;

const isCritical = (type: string): boolean => /^[A-Z]/.test(type);

const buildChunk = (type: string, data: Buffer | null): Buffer => {
  if (data === null) return NOTHING;
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
};

/** Returns keyword and text of a chunk of any of the three text types; null if there is none. */
const parseText = (type: string, data: Buffer): { keyword: string; text: Buffer } | null => {
  const end = data.indexOf(0);
  if (end < 0) return null;
  const keyword = data.toString('latin1', 0, end);
  let isCompressed = type === 'zTXt';
  let from = end + (isCompressed ? 2 : 1);
  if (type === 'iTXt') {
    isCompressed = data[end + 1] === 1;
    const language = data.indexOf(0, end + 3);
    from = language < 0 ? data.length : data.indexOf(0, language + 1) + 1;
  }
  try {
    const text = data.subarray(from);
    return {
      keyword,
      text: isCompressed ? inflateSync(text, { maxOutputLength: MAX_TEXT }) : text,
    };
  } catch {
    return null;
  }
};

const buildItxtChunk = (keyword: string, text: Buffer | null): Buffer =>
  text === null
    ? NOTHING
    : buildChunk('iTXt', Buffer.concat([Buffer.from(`${keyword}\0\0\0\0\0`, 'latin1'), text]));

/** Returns the edits that keep pixels, colours and notices of a PNG. */
export const findPngEdits = async (source: Source): Promise<Edit[]> => {
  const edits: Edit[] = [];
  const blocks: Blocks = {};
  const texts: Rights = {};
  let [position, insertAt] = [PNG_SIGNATURE.length, 0];
  while (position + 12 <= source.size) {
    const head = await source.read(position, 8);
    const type = head.toString('latin1', 4, 8);
    const length = head.readUInt32BE(0);
    const next = position + 12 + length;
    if (!isCritical(type) && !KEPT_CHUNKS.has(type)) {
      const data =
        length > MAX_TEXT ? NOTHING : Buffer.from(await source.read(position + 8, length));
      if (type === 'eXIf') blocks.exif ??= data;
      const entryText = /^(?:tEXt|zTXt|iTXt)$/.test(type) ? parseText(type, data) : null;
      if (entryText?.keyword === XMP) blocks.xmp ??= entryText.text;
      const text = entryText?.text.toString(type === 'iTXt' ? 'utf8' : 'latin1').trim();
      if (entryText?.keyword === 'Copyright' && text) texts.copyright = text;
      if (entryText?.keyword === 'Author' && text) texts.creators = [text];
      edits.push({ from: position, to: next, bytes: NOTHING });
    }
    position = next;
    if (type === 'IHDR') insertAt = next;
    if (type === 'IEND') break;
  }
  if (position < source.size) edits.push({ from: position, to: source.size, bytes: NOTHING });
  const rights = { ...texts, ...(await readRights(blocks)) };
  const notices = Buffer.concat([
    buildChunk('eXIf', writeExif(rights)),
    buildItxtChunk(XMP, writeXmp(rights)),
  ]);
  return notices.length === 0
    ? edits
    : [...edits, { from: insertAt, to: insertAt, bytes: notices }];
};
