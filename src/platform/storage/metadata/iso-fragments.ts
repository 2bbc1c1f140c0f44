import {
  type Edit,
  MetadataNotRemovable,
  MetadataUnreadable,
  readNumber,
  type Source,
} from './edits';
import { type Box, findBox, readBoxes } from './iso-boxes';

/** Maximum bytes of a table of samples; that of a fragment covers only a few seconds. */
const MAX_TABLE = 16 * 1024 * 1024;

/** Flags of a track fragment's header. */
const TRACK = { base: 0x1, description: 0x2, duration: 0x8, size: 0x10, baseIsFragment: 0x2_00_00 };

/** Flags of a run of samples and of the columns of its table. */
const RUN = {
  offset: 0x1,
  firstFlags: 0x4,
  duration: 0x100,
  size: 0x200,
  flags: 0x400,
  time: 0x800,
};

const readFlags = async (source: Source, { body }: Box): Promise<number> =>
  readNumber(source, body + 1, 3);

/** Tracks that the header of a film declares for its fragments. */
export type FragmentedTracks = {
  /** Ids of tracks that are kept. */
  keptTracks: ReadonlySet<number>;
  /** Default sizes of samples by the id of their track, for fragments that contain none. */
  sizes: ReadonlyMap<number, number>;
};

/** Returns the id of a track; null if it has none. */
export const trackIdOf = async (source: Source, track: Box): Promise<number | null> => {
  const header = await findBox(source, track, 'tkhd');
  if (header === null) return null;
  const version = await readNumber(source, header.body, 1);
  return readNumber(source, header.body + (version === 1 ? 20 : 12), 4);
};

/** Returns the default sizes of samples for a film's fragments, by the id of their track. */
export const readDefaultSizes = async (source: Source, film: Box): Promise<Map<number, number>> => {
  const sizes = new Map<number, number>();
  const defaults = await findBox(source, film, 'mvex');
  for (const box of defaults === null ? [] : await readBoxes(source, defaults.body, defaults.to)) {
    if (box.type !== 'trex') continue;
    const id = await readNumber(source, box.body + 4, 4);
    sizes.set(id, await readNumber(source, box.body + 16, 4));
  }
  return sizes;
};

/** Maximum size of a fragment that is loaded into memory; larger ones are read box by box. */
const MAX_IN_MEMORY = 1024 * 1024;

/**
 * Returns a source that has a fragment in memory, because recorders write up to one fragment for
 * each picture.
 */
export const withFragmentInMemory = async (source: Source, { from, to }: Box): Promise<Source> => {
  if (to - from > MAX_IN_MEMORY) return source;
  const bytes = Buffer.from(await source.read(from, to - from));
  const maxReads = 100 + bytes.length / 32;
  let reads = 0;
  return {
    size: source.size,
    read(position, length) {
      if (position < from || position + length > to) return source.read(position, length);
      reads += 1;
      if (reads > maxReads) throw new MetadataUnreadable('A fragment has too many parts');
      return Promise.resolve(bytes.subarray(position - from, position - from + length));
    },
  };
};

type Range = { from: number; to: number };

/** Returns the range of a run's samples. */
const readRun = async (
  source: Source,
  run: Box,
  { base, end, size }: { base: number; end: number; size: number },
): Promise<Range> => {
  const flags = await readFlags(source, run);
  const count = await readNumber(source, run.body + 4, 4);
  let offset = run.body + 8;
  let from = end;
  if ((flags & RUN.offset) !== 0) {
    from = base + ((await readNumber(source, offset, 4)) | 0);
    offset += 4;
  }
  if ((flags & RUN.firstFlags) !== 0) offset += 4;
  if ((flags & RUN.size) === 0) return { from, to: from + count * size };
  const sizeAt = (flags & RUN.duration) === 0 ? 0 : 4;
  const columns = [RUN.duration, RUN.size, RUN.flags, RUN.time].filter(
    (flag) => (flags & flag) !== 0,
  );
  const stride = columns.length * 4;
  const length = Math.min(count * stride, run.to - offset);
  if (length > MAX_TABLE) throw new MetadataUnreadable('A fragment has too many samples');
  const table = await source.read(offset, length);
  let bytes = 0;
  for (let row = 0; row + stride <= table.length; row += stride) {
    bytes += table.readUInt32BE(row + sizeAt);
  }
  return { from, to: from + bytes };
};

type Fragment = { id: number; ranges: Range[]; hasOwnBase: boolean; end: number };

/** @param former end of the data of the fragment's previous track; null for the first one */
const readTrackFragment = async (
  source: Source,
  { fragment, track, former }: { fragment: Box; track: Box; former: number | null },
  sizes: ReadonlyMap<number, number>,
): Promise<Fragment> => {
  const boxes = await readBoxes(source, track.body, track.to);
  const header = boxes.find(({ type }) => type === 'tfhd');
  if (header === undefined) throw new MetadataUnreadable('A fragment names no track');
  const flags = await readFlags(source, header);
  const id = await readNumber(source, header.body + 4, 4);
  let offset = header.body + 8;
  let base = former ?? fragment.from;
  if ((flags & TRACK.base) !== 0) {
    const bytes = await source.read(offset, 8);
    base = bytes.length < 8 ? 0 : Number(bytes.readBigUInt64BE(0));
    offset += 8;
  } else if ((flags & TRACK.baseIsFragment) !== 0) base = fragment.from;
  if ((flags & TRACK.description) !== 0) offset += 4;
  if ((flags & TRACK.duration) !== 0) offset += 4;
  const size =
    (flags & TRACK.size) === 0 ? (sizes.get(id) ?? 0) : await readNumber(source, offset, 4);
  const ranges: Range[] = [];
  let end = base;
  for (const box of boxes) {
    if (box.type !== 'trun') continue;
    const range = await readRun(source, box, { base, end, size });
    ranges.push(range);
    end = range.to;
  }
  const hasOwnBase = (flags & (TRACK.base | TRACK.baseIsFragment)) !== 0;
  return { id, ranges, hasOwnBase, end };
};

/**
 * Returns the track fragments of removed tracks in a fragment, and the ranges of their samples.
 *
 * @throws MetadataNotRemovable if the data of a kept track is located by the end of a removed one
 */
export const findTrackFragments = async (
  source: Source,
  fragment: Box,
  { keptTracks, sizes }: FragmentedTracks,
): Promise<{ tracks: Box[]; samples: Edit[] }> => {
  const tracks: Box[] = [];
  const samples: Edit[] = [];
  let former: number | null = null;
  for (const track of await readBoxes(source, fragment.body, fragment.to)) {
    if (track.type !== 'traf') continue;
    const parsed = await readTrackFragment(source, { fragment, track, former }, sizes);
    former = parsed.end;
    if (!keptTracks.has(parsed.id)) {
      tracks.push(track);
      samples.push(...parsed.ranges);
    } else if (tracks.length > 0 && !parsed.hasOwnBase) {
      throw new MetadataNotRemovable('A track begins where one of metadata ends');
    }
  }
  return { tracks, samples };
};

/** Returns the rows of a table that starts with their number. */
const readTable = async (
  source: Source,
  table: Box | null,
  { countAt = 4, bytes }: { countAt?: number; bytes: number },
): Promise<Buffer[]> => {
  if (table === null) return [];
  const start = table.body + countAt;
  const count = await readNumber(source, start, 4);
  const length = Math.min(count * bytes, table.to - start - 4);
  if (length <= 0) return [];
  if (length > MAX_TABLE) throw new MetadataUnreadable('A track has too many samples');
  const rows = Buffer.from(await source.read(start + 4, length));
  return Array.from({ length: Math.floor(rows.length / bytes) }, (_, index) =>
    rows.subarray(index * bytes, (index + 1) * bytes),
  );
};

/**
 * Returns the ranges of a track's samples by chunk; null if the track is of another kind.
 *
 * @param handler the kind, such as `vide` or `meta`
 */
export const findSampleRanges = async (
  source: Source,
  track: Box,
  handler: string,
): Promise<Edit[] | null> => {
  const media = await findBox(source, track, 'mdia', 'hdlr');
  if (media === null) return null;
  const kind = (await source.read(media.body + 8, 4)).toString('latin1');
  if (kind !== handler) return null;
  const samples = await findBox(source, track, 'mdia', 'minf', 'stbl');
  if (samples === null) return [];
  const findTable = (type: string): Promise<Box | null> => findBox(source, samples, type);
  const sizes = await findTable('stsz');
  const [shortOffsets, longOffsets] = [await findTable('stco'), await findTable('co64')];
  if (sizes === null) return [];
  const fixed = await readNumber(source, sizes.body + 4, 4);
  const each = await readTable(source, sizes, { countAt: 8, bytes: 4 });
  const steps = await readTable(source, await findTable('stsc'), { bytes: 12 });
  const offsets = [
    ...(await readTable(source, shortOffsets, { bytes: 4 })).map((row) => row.readUInt32BE(0)),
    ...(await readTable(source, longOffsets, { bytes: 8 })).map((row) =>
      Number(row.readBigUInt64BE(0)),
    ),
  ];
  let [step, sample] = [0, 0];
  return offsets.map((from, index) => {
    while ((steps[step + 1]?.readUInt32BE(0) ?? Infinity) <= index + 1) step += 1;
    const count = steps[step]?.readUInt32BE(4) ?? 0;
    let length = fixed * count;
    for (const size of fixed > 0 ? [] : each.slice(sample, sample + count)) {
      length += size.readUInt32BE(0);
    }
    sample += count;
    return { from, to: from + length };
  });
};
