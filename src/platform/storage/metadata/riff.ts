import { NOTHING, orderEdits, computeEditedSize, type Edit, type Source } from './edits';
import { readRights, writeExif, writeXmp, type Blocks } from './rights';

const CHUNK_HEADER_BYTES = 8;
const MAX_TEXT = 1024 * 1024;

type Chunk = { name: string; from: number; body: number; length: number; to: number };

const readChunk = async (source: Source, from: number): Promise<Chunk> => {
  const head = await source.read(from, CHUNK_HEADER_BYTES);
  const name = head.toString('latin1', 0, 4);
  const length = head.length < CHUNK_HEADER_BYTES ? 0 : head.readUInt32LE(4);
  return {
    name,
    from,
    body: from + CHUNK_HEADER_BYTES,
    length,
    to: from + CHUNK_HEADER_BYTES + length + (length % 2),
  };
};

const writeChunk = (name: string, data: Buffer | null): Buffer => {
  if (data === null) return NOTHING;
  const head = Buffer.alloc(CHUNK_HEADER_BYTES);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
};

const WEBP_KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);

const FLAGS = { exif: 0x08, xmp: 0x04 };

/** Returns the edits that keep pixels, colours and notices of a WebP. */
export const findWebpEdits = async (source: Source): Promise<Edit[]> => {
  const edits: Edit[] = [];
  const blocks: Blocks = {};
  const end = Math.min(source.size, (await readChunk(source, 0)).to);
  let extended: Chunk | null = null;
  let position = 12;
  while (position + CHUNK_HEADER_BYTES <= end) {
    const chunk = await readChunk(source, position);
    const { name, from, body, length, to } = chunk;
    if (name === 'VP8X') extended = chunk;
    if (!WEBP_KEPT.has(name)) {
      const data = length > MAX_TEXT ? NOTHING : Buffer.from(await source.read(body, length));
      if (name === 'EXIF') blocks.exif ??= data;
      if (name === 'XMP ') blocks.xmp ??= data;
      edits.push({ from, to, bytes: NOTHING });
    }
    position = to;
  }
  const rights = await readRights(blocks);
  // A WebP without this chunk has no metadata.
  const [exif, xmp] = extended === null ? [null, null] : [writeExif(rights), writeXmp(rights)];
  const notices = Buffer.concat([writeChunk('EXIF', exif), writeChunk('XMP ', xmp)]);
  const endOfChunks = Math.min(position, end);
  edits.push({ from: endOfChunks, to: source.size, bytes: notices });
  if (extended !== null) {
    const [flags = 0] = await source.read(extended.body, 1);
    const presentFlags = (exif === null ? 0 : FLAGS.exif) | (xmp === null ? 0 : FLAGS.xmp);
    const bytes = Buffer.from([(flags & ~(FLAGS.exif | FLAGS.xmp)) | presentFlags]);
    edits.push({ from: extended.body, to: extended.body + 1, bytes });
  }
  const size = Buffer.alloc(4);
  const ordered = orderEdits(edits, source.size);
  size.writeUInt32LE(computeEditedSize(source.size, ordered) - CHUNK_HEADER_BYTES);
  return [...ordered, { from: 4, to: 8, bytes: size }];
};

/** Lists whose chunks are inspected one by one. */
const LISTS = new Set(['WAVE', 'AVI ', 'AVIX', 'INFO', 'hdrl', 'strl', 'odml']);

/** Chunks and lists that players need, and titles and notices. */
const MEDIA_KEPT = new Set([
  ...['fmt ', 'data', 'fact', 'cue ', 'smpl', 'inst', 'plst', 'ds64', 'adtl', 'wavl', 'slnt'],
  ...['avih', 'strh', 'strf', 'vprp', 'indx', 'idx1', 'dmlh', 'movi', 'rec '],
  ...['INAM', 'IART', 'ICOP', 'IPRD', 'IGNR', 'ITRK'],
]);

const isName = (name: string): boolean => /^[ -~]{4}$/.test(name);

/** Maximum depth of nested lists that are inspected. */
const MAX_DEPTH = 8;

/**
 * Returns the edits that keep sound, pictures, titles and notices of a WAV or AVI file. No offset
 * changes, because other chunks become padding.
 */
export const findRiffMediaEdits = async (
  source: Source,
  from = 0,
  to = source.size,
  depth = 0,
): Promise<Edit[]> => {
  const edits: Edit[] = [];
  for (let position = from; position + CHUNK_HEADER_BYTES <= to;) {
    const chunk = await readChunk(source, position);
    // Interrupted or streaming recorders leave the length of the data unknown.
    const isEndless = chunk.name === 'data' && (chunk.length === 0 || chunk.to > source.size);
    if (!isName(chunk.name) || isEndless) break;
    const isList = ['RIFF', 'RF64', 'LIST'].includes(chunk.name);
    const kind = isList ? (await source.read(chunk.body, 4)).toString('latin1') : chunk.name;
    const end = Math.min(chunk.to, to);
    if (LISTS.has(kind) && depth < MAX_DEPTH) {
      const nestedEdits = await findRiffMediaEdits(source, chunk.body + 4, end, depth + 1);
      for (const edit of nestedEdits) edits.push(edit);
    } else if (!MEDIA_KEPT.has(kind)) {
      edits.push({ from: chunk.from, to: chunk.from + 4, bytes: Buffer.from('JUNK') });
      edits.push({ from: chunk.body, to: end });
    }
    position = chunk.to;
  }
  return edits;
};
