import { setImmediate as pause } from 'node:timers/promises';
import { MetadataUnreadable, type Edit, type Source } from './edits';
import { findFlacEdits } from './flac';
import { findGifEdits } from './gif';
import { findId3Edits } from './id3';
import { findIsoMediaEdits } from './iso-media';
import { findJpegEdits } from './jpeg';
import { findMatroskaEdits } from './matroska';
import { findOggEdits } from './ogg';
import { findPdfEdits } from './pdf';
import { findPngEdits, PNG_SIGNATURE } from './png';
import { findRiffMediaEdits, findWebpEdits } from './riff';
import { findTiffEdits } from './tiff';

const ISO_MEDIA = /^(?:ftyp|styp|moov|mdat|free|skip|wide|pnot)$/;

type Find = (source: Source) => Promise<Edit[]>;

/**
 * Returns the maximum number of reads. Files of a megabyte have a few thousand parts at most;
 * further parts of larger files are rarely smaller than a kilobyte.
 */
const computeMaxReads = ({ size }: Source): number => 50_000 + size / 1024;

/** Number of reads after which other work can run. */
const READS_A_TURN = 500;

/**
 * Limits the reads of files whose parts form cycles or are countless. @throws MetadataUnreadable
 * from `read`
 */
const limitReads = (source: Source): Source => {
  const maxReads = computeMaxReads(source);
  let reads = 0;
  return {
    size: source.size,
    async read(position, length) {
      reads += 1;
      if (reads > maxReads) throw new MetadataUnreadable('The file has too many parts');
      if (reads % READS_A_TURN === 0) await pause();
      return source.read(position, length);
    },
  };
};

/**
 * Returns the function that finds the metadata of a format, by the first bytes of a file; null for
 * formats that are not edited.
 */
const selectFinder = (head: Buffer): Find | null => {
  const text = head.toString('latin1');
  if (text.startsWith('\xFF\xD8')) return findJpegEdits;
  if (head.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return findPngEdits;
  if (/^GIF8[79]a/.test(text)) return findGifEdits;
  if (/^(?:II[*+]\0|MM\0[*+])/.test(text)) return findTiffEdits;
  if (/^RIFF....WEBP/s.test(text)) return findWebpEdits;
  if (/^(?:RIFF|RF64)....(?:WAVE|AVI )/s.test(text)) return findRiffMediaEdits;
  if (ISO_MEDIA.test(text.slice(4, 8))) return findIsoMediaEdits;
  if (text.startsWith('\x1A\x45\xDF\xA3')) return findMatroskaEdits;
  if (text.startsWith('OggS')) return findOggEdits;
  if (text.startsWith('fLaC')) return (source) => findFlacEdits(source, 0);
  if (text.startsWith('%PDF-')) return findPdfEdits;
  if (!text.startsWith('ID3')) return null;
  return async (source) => {
    const { edits, end } = await findId3Edits(source);
    const isFlac = (await source.read(end, 4)).toString('latin1') === 'fLaC';
    return isFlac ? [...edits, ...(await findFlacEdits(source, end))] : edits;
  };
};

/**
 * Returns the edits that remove a file's private metadata: locations, serial numbers, names of
 * owners, thumbnails and everything else that players do not need. Pixels, sound, colour profiles,
 * titles and copyright notices stay unchanged. Offsets in films do not change.
 *
 * @throws MetadataUnreadable
 */
export const findPrivateMetadata = async (source: Source): Promise<Edit[]> => {
  const find = selectFinder(Buffer.from(await source.read(0, 16)));
  if (find === null) return [];
  try {
    return await find(limitReads(source));
  } catch (error) {
    // Compared by name, because errors of Node's own code have another class in tests.
    if ((error as Error).name !== 'RangeError') throw error;
    throw new MetadataUnreadable('A part begins or ends outside the file', { cause: error });
  }
};
