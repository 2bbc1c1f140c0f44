import { NOTHING, type Edit, type Source } from './edits';
import { readRights, writeExif, writeXmp, type Blocks } from './rights';

const CHUNK = 64 * 1024;

const EXIF = 'Exif\0\0';
const XMP = 'http://ns.adobe.com/xap/1.0/\0';
const IPTC = 'Photoshop 3.0\0';

/**
 * Segments that are kept in addition to those for pixels: profiles, and the encoding of colours.
 */
const KEPT_SEGMENTS: ReadonlyMap<number, string> = new Map([
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
]);

const isStandalone = (marker: number): boolean =>
  marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Returns the position of the next marker after the pixels' data; the end if there is none. */
const findMarker = async (source: Source, from: number): Promise<number> => {
  for (let position = from; position < source.size; position += CHUNK) {
    const bytes = await source.read(position, CHUNK + 1);
    for (
      let index = bytes.indexOf(0xff);
      index >= 0 && index < CHUNK;
      index = bytes.indexOf(0xff, index + 1)
    ) {
      const code = bytes[index + 1] ?? 0;
      if (code !== 0 && code !== 0xff && !isStandalone(code)) return position + index;
    }
  }
  return source.size;
};

/** Returns an application segment of at most 64 KB. */
const buildSegment = (marker: number, name: string, data: Buffer | null): Buffer => {
  if (data === null || data.length + name.length > 0xfffd) return NOTHING;
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(2 + name.length + data.length, 2);
  return Buffer.concat([head, Buffer.from(name, 'latin1'), data]);
};

/** Returns JFIF's segment without its thumbnail. */
const withoutThumbnail = (data: Buffer): Buffer =>
  buildSegment(0xe0, '', Buffer.concat([data.subarray(0, 12), Buffer.alloc(2)]));

/**
 * Returns the edits that keep pixels, colours and notices of a JPEG. Bytes after the picture are
 * removed too, because phones append further pictures and films with their own metadata.
 */
export const findJpegEdits = async (source: Source): Promise<Edit[]> => {
  const edits: Edit[] = [];
  const blocks: Blocks = {};
  let [position, insertAt] = [2, 2];
  while (position + 4 <= source.size) {
    const head = await source.read(position, 4);
    const marker = head[1] ?? 0;
    if (head[0] !== 0xff) {
      position = await findMarker(source, position);
    } else if (marker === 0xff || isStandalone(marker)) {
      position += marker === 0xff ? 1 : 2;
    } else if (marker === 0xd9) {
      break;
    } else {
      const next = position + 2 + head.readUInt16BE(2);
      if (marker === 0xda) {
        position = await findMarker(source, next);
        continue;
      }
      if ((marker >= 0xe0 && marker <= 0xef) || marker === 0xfe) {
        const data = Buffer.from(await source.read(position + 4, next - position - 4));
        const hasPrefix = (name: string): boolean =>
          data.toString('latin1', 0, name.length) === name;
        const keptName = KEPT_SEGMENTS.get(marker);
        if (marker === 0xe0 && hasPrefix('JFIF\0')) {
          if (position === 2) insertAt = next;
          edits.push({ from: position, to: next, bytes: withoutThumbnail(data) });
        } else if (keptName === undefined || !hasPrefix(keptName)) {
          edits.push({ from: position, to: next, bytes: NOTHING });
        }
        if (marker === 0xe1 && hasPrefix(EXIF)) blocks.exif ??= data;
        if (marker === 0xe1 && hasPrefix(XMP)) blocks.xmp ??= data.subarray(XMP.length);
        if (marker === 0xed && hasPrefix(IPTC)) blocks.iptc ??= data.subarray(IPTC.length);
      }
      position = next;
    }
  }
  if (position + 2 < source.size)
    edits.push({ from: position + 2, to: source.size, bytes: NOTHING });
  const rights = await readRights(blocks);
  const notices = Buffer.concat([
    buildSegment(0xe1, EXIF, writeExif(rights)),
    buildSegment(0xe1, XMP, writeXmp(rights)),
  ]);
  return notices.length === 0
    ? edits
    : [...edits, { from: insertAt, to: insertAt, bytes: notices }];
};
