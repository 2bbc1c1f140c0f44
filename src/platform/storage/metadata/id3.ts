import { editBytes, type Edit, createBufferSource, type Source } from './edits';
import { findNestedPictureEdit } from './nested-picture';

const HEADER_BYTES = 10;

/** Maximum length of a tag, which is completely in memory; longer tags are erased. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Frames with titles, notices, pictures, chapters, lyrics and loudness; the oldest version uses
 * three letters.
 */
const KEPT_FRAMES = new Set([
  ...['TIT1', 'TIT2', 'TIT3', 'TPE1', 'TPE2', 'TPE3', 'TPE4', 'TALB', 'TRCK', 'TPOS', 'TCON'],
  ...['TCOP', 'TCOM', 'TEXT', 'TYER', 'TDRC', 'TLEN', 'TLAN', 'WCOP', 'USER', 'APIC', 'CHAP'],
  ...['CTOC', 'USLT', 'SYLT', 'RVA2'],
  ...['TT1', 'TT2', 'TT3', 'TP1', 'TP2', 'TP3', 'TP4', 'TAL', 'TRK', 'TPA', 'TCO', 'TCR', 'TCM'],
  ...['TYE', 'TLE', 'TLA', 'WCP', 'PIC', 'ULT', 'SLT'],
]);

const FLAG = { unsynchronised: 0x80, extended: 0x40 };

/** Returns a number that is stored with seven bits in each byte. */
const readSynchsafe = (bytes: Buffer, offset: number): number =>
  [0, 1, 2, 3].reduce((number, index) => number * 128 + ((bytes[offset + index] ?? 0) & 127), 0);

/** Removes the zeros that prevent players from interpreting a tag as sound. */
const synchronise = (bytes: Buffer): Buffer => {
  const result = Buffer.alloc(bytes.length);
  let length = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    result[length] = bytes[index] ?? 0;
    length += 1;
    if (bytes[index] === 0xff && bytes[index + 1] === 0) index += 1;
  }
  return result.subarray(0, length);
};

const withoutPictureMetadata = async (frame: Buffer, from: number): Promise<Buffer> => {
  const jpeg = frame.indexOf(Buffer.from([0xff, 0xd8, 0xff]), from);
  const png = frame.indexOf('\x89PNG', from, 'latin1');
  const begins = [jpeg, png].filter((start) => start >= 0);
  if (begins.length === 0) return frame;
  const edit = await findNestedPictureEdit(
    createBufferSource(frame),
    Math.min(...begins),
    frame.length,
  );
  return editBytes(frame, [edit]);
};

const copyKeptFrames = async (tag: Buffer, version: number): Promise<Buffer> => {
  const names = version === 2 ? 3 : 4;
  const head = version === 2 ? 6 : HEADER_BYTES;
  const frames: Buffer[] = [];
  for (let offset = 0; offset + head <= tag.length;) {
    const name = tag.toString('latin1', offset, offset + names);
    if (!/^[A-Z0-9]+$/.test(name)) break;
    const size =
      version === 4
        ? readSynchsafe(tag, offset + 4)
        : tag.readUIntBE(offset + names, version === 2 ? 3 : 4);
    const end = offset + head + size;
    if (end > tag.length) break;
    const frame = Buffer.from(tag.subarray(offset, end));
    const isPicture = name === 'APIC' || name === 'PIC';
    // The content of a compressed or encrypted frame is unknown.
    const isPlain = version === 2 || tag[offset + 9] === 0;
    if (KEPT_FRAMES.has(name) && (isPlain || !isPicture)) {
      frames.push(isPicture || name === 'CHAP' ? await withoutPictureMetadata(frame, head) : frame);
    }
    offset = end;
  }
  return Buffer.concat(frames);
};

/**
 * Returns the edit that keeps titles, pictures and notices of an ID3 tag at the start of a
 * recording; its length stays the same.
 */
export const findId3Edits = async (source: Source): Promise<{ edits: Edit[]; end: number }> => {
  const head = Buffer.from(await source.read(0, HEADER_BYTES));
  const [version = 0, flags = 0] = [head[3], head[5]];
  const length = readSynchsafe(head, 6);
  const end = Math.min(HEADER_BYTES + length, source.size);
  if (version < 2 || version > 4 || length > MAX_BYTES) {
    return { edits: [{ from: HEADER_BYTES, to: end }], end };
  }
  let tag = Buffer.from(await source.read(HEADER_BYTES, end - HEADER_BYTES));
  // Version 4 applies this to single frames, and their sizes include it.
  if (version < 4 && (flags & FLAG.unsynchronised) !== 0) {
    tag = Buffer.from(synchronise(tag));
    head[5] = flags & ~FLAG.unsynchronised;
  }
  if (version > 2 && (flags & FLAG.extended) !== 0 && tag.length > 4) {
    tag = tag.subarray(version === 4 ? readSynchsafe(tag, 0) : 4 + tag.readUInt32BE(0));
    head[5] = (head[5] ?? 0) & ~FLAG.extended;
  }
  const rewritten = Buffer.concat([head, await copyKeptFrames(tag, version)]);
  const bytes = Buffer.concat([rewritten, Buffer.alloc(Math.max(0, end - rewritten.length))]);
  return { edits: [{ from: 0, to: end, bytes }], end };
};
