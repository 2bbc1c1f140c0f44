import type { Edit, Source } from './edits';

const CHUNK = 64 * 1024;

const EXIF = Buffer.from('Exif\0\0', 'latin1');

/** The marker and the length before it. */
const HEAD = 4;

/**
 * Returns the edits that erase EXIF of photos in a PDF, which are stored there as they came from the camera. No offset
 * changes.
 */
export const findPdfEdits = async (source: Source): Promise<Edit[]> => {
  const edits: Edit[] = [];
  for (let position = 0; position < source.size; position += CHUNK) {
    const bytes = await source.read(position, CHUNK + HEAD + EXIF.length - 1);
    let at = bytes.indexOf(EXIF, HEAD);
    for (; at >= 0; at = bytes.indexOf(EXIF, at + EXIF.length)) {
      if (bytes[at - 4] !== 0xff || bytes[at - 3] !== 0xe1) continue;
      const from = position + at;
      edits.push({ from, to: from + Math.max(0, bytes.readUInt16BE(at - 2) - 2) });
    }
  }
  return edits;
};
