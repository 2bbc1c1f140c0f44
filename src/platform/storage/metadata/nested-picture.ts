import { createBufferSource, editBytes, padTo, type Edit, type Source } from './edits';
import { findJpegEdits } from './jpeg';
import { findPngEdits, PNG_SIGNATURE } from './png';

/** Maximum size of a picture, which is completely in memory; larger ones are erased. */
const MAX_BYTES = 16 * 1024 * 1024;

const cleanPicture = async (bytes: Buffer): Promise<Buffer | null> => {
  const isPng = bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE);
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8;
  if (!isPng && !isJpeg) return null;
  const find = isPng ? findPngEdits : findJpegEdits;
  return editBytes(bytes, await find(createBufferSource(bytes)));
};

/**
 * Returns the edit of a picture in a film or recording, such as its cover; its length stays the
 * same.
 */
export const findNestedPictureEdit = async (
  source: Source,
  from: number,
  to: number,
): Promise<Edit> => {
  if (to - from > MAX_BYTES) return { from, to };
  const picture = await cleanPicture(Buffer.from(await source.read(from, to - from)));
  const bytes = picture === null ? null : padTo(to - from, picture, 0);
  return bytes === null ? { from, to } : { from, to, bytes };
};
