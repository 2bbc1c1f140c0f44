import { padTo, type Edit, type Source } from './edits';
import { findBox, readBoxes, type Box } from './iso-boxes';
import { readRights, writeExif, writeXmp, type Blocks } from './rights';

type Item = { id: number; kind: 'exif' | 'xmp' | 'other'; typeAt: number };

type Range = { from: number; to: number };

const MAX_BYTES = 1024 * 1024;

/** Type of the removed items; readers ignore items of unknown types. */
const IGNORED = Buffer.from('skip');

/** Types of items that are no picture. */
const KINDS: ReadonlyMap<string, Item['kind']> = new Map([
  ['Exif', 'exif'],
  ['mime', 'other'],
  ['uri ', 'other'],
  ['jumb', 'other'],
]);

const readItems = async (source: Source, list: Box): Promise<Item[]> => {
  const [version = 0] = await source.read(list.body, 1);
  const items: Item[] = [];
  for (const { type, body, to } of await readBoxes(
    source,
    list.body + (version === 0 ? 6 : 8),
    list.to,
  )) {
    if (type !== 'infe') continue;
    const bytes = await source.read(body, Math.min(to - body, 1024));
    const idBytes = bytes[0] === 3 ? 4 : 2;
    if ((bytes[0] ?? 0) < 2 || bytes.length < 10 + idBytes) continue;
    const typeAt = 4 + idBytes + 2;
    const kind = KINDS.get(bytes.toString('latin1', typeAt, typeAt + 4));
    if (kind === undefined) continue;
    const isXmp = bytes.includes('application/rdf+xml', typeAt + 4);
    items.push({
      id: bytes.readUIntBE(4, idBytes),
      kind: kind === 'other' && isXmp ? 'xmp' : kind,
      typeAt: body + typeAt,
    });
  }
  return items;
};

/** Returns the ranges of each item's bytes, in the order of its extents. */
const readLocations = async (
  source: Source,
  list: Box,
  data: Box | null,
): Promise<Map<number, Range[]>> => {
  const bytes = Buffer.from(await source.read(list.body, Math.min(list.to - list.body, MAX_BYTES)));
  let position = 0;
  const readInteger = (size: number): number => {
    const from = position;
    position += size;
    if (size === 0 || position > bytes.length) return 0;
    return size === 8 ? Number(bytes.readBigUInt64BE(from)) : bytes.readUIntBE(from, size);
  };
  const version = readInteger(1);
  position += 3;
  const [sizes, moreSizes] = [readInteger(1), readInteger(1)];
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, moreSizes >> 4];
  const indexSize = version > 0 ? moreSizes & 15 : 0;
  const count = readInteger(version < 2 ? 2 : 4);
  const locations = new Map<number, Range[]>();
  const widths = [offsetSize, lengthSize, baseSize, indexSize];
  if (!widths.every((width) => width === 0 || width === 4 || width === 8)) return locations;
  // Extents without a width are all identical.
  const mostExtents = offsetSize + lengthSize + indexSize === 0 ? 1 : MAX_BYTES;
  for (let item = 0; item < count && position < bytes.length; item += 1) {
    const id = readInteger(version < 2 ? 2 : 4);
    const method = version > 0 ? readInteger(2) & 15 : 0;
    const reference = readInteger(2);
    const base = readInteger(baseSize);
    const extents = readInteger(2);
    const ranges: Range[] = [];
    for (
      let extent = 0;
      extent < Math.min(extents, mostExtents) && position < bytes.length;
      extent += 1
    ) {
      readInteger(indexSize);
      const offset = base + readInteger(offsetSize);
      const length = readInteger(lengthSize);
      const from = method === 1 ? (data?.body ?? source.size) + offset : offset;
      if (from + length <= source.size) ranges.push({ from, to: from + length });
    }
    if (method < 2 && reference === 0) locations.set(id, ranges);
  }
  return locations;
};

const sumLengths = (ranges: readonly Range[]): number =>
  ranges.reduce((sum, { from, to }) => sum + to - from, 0);

const readRanges = async (
  source: Source,
  ranges: readonly Range[],
): Promise<Buffer | undefined> => {
  if (sumLengths(ranges) > MAX_BYTES) return undefined;
  const parts: Buffer[] = [];
  for (const { from, to } of ranges) parts.push(Buffer.from(await source.read(from, to - from)));
  return Buffer.concat(parts);
};

/** Length of the following signature, and the signature, which some readers require. */
const EXIF_HEAD = Buffer.from('\0\0\0\x06Exif\0\0', 'latin1');

/**
 * Returns the EXIF block of an item, whose first four bytes are the offset of the block after them.
 */
const extractExif = (bytes: Buffer | undefined): Buffer | undefined =>
  bytes !== undefined && bytes.length > 8 ? bytes.subarray(4 + bytes.readUInt32BE(0)) : undefined;

const spreadOverRanges = (ranges: readonly Range[], bytes: Buffer): Edit[] => {
  let offset = 0;
  return ranges.map(({ from, to }) => {
    const part = bytes.subarray(offset, offset + to - from);
    offset += to - from;
    return { from, to, bytes: part };
  });
};

/**
 * Returns the edits that remove all metadata items of an AVIF or HEIC picture except its notices.
 * Returns null if the box is not that of a picture. No offset changes.
 */
export const findItemEdits = async (source: Source, meta: Box): Promise<Edit[] | null> => {
  const metaContent = { body: meta.body + 4, to: meta.to };
  const list = await findBox(source, metaContent, 'iinf');
  const places = await findBox(source, metaContent, 'iloc');
  if (list === null || places === null) return null;
  const items = await readItems(source, list);
  const locations = await readLocations(source, places, await findBox(source, metaContent, 'idat'));
  const getRanges = ({ id }: Item): Range[] => locations.get(id) ?? [];
  const blocks: Blocks = {};
  for (const item of items) {
    const bytes = item.kind === 'other' ? undefined : await readRanges(source, getRanges(item));
    if (item.kind === 'exif') blocks.exif ??= extractExif(bytes);
    else blocks.xmp ??= bytes;
  }
  const rights = await readRights(blocks);
  const exif = writeExif(rights);
  const notices = {
    exif: exif && { bytes: Buffer.concat([EXIF_HEAD, exif]), filler: 0 },
    xmp: { bytes: writeXmp(rights), filler: 0x20 },
    other: null,
  };
  const edits = items.flatMap((item): Edit[] => {
    const ranges = getRanges(item);
    const notice = notices[item.kind];
    const bytes = notice?.bytes ? padTo(sumLengths(ranges), notice.bytes, notice.filler) : null;
    if (bytes !== null) return spreadOverRanges(ranges, bytes);
    return [{ from: item.typeAt, to: item.typeAt + 4, bytes: IGNORED }, ...ranges];
  });
  for (const { type, typeAt, body, to } of await readBoxes(
    source,
    metaContent.body,
    metaContent.to,
  )) {
    if (type === 'uuid' || type === 'free' || type === 'skip') {
      edits.push({ from: typeAt, to: typeAt + 4, bytes: Buffer.from('free') }, { from: body, to });
    }
  }
  return edits;
};
