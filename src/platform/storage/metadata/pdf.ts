import type { Edit, Source } from './edits';
import { MetadataNotRemovable, MetadataUnreadable } from './metadata-unreadable';

const CHUNK = 64 * 1024;

const EXIF = Buffer.from('Exif\0\0', 'latin1');

/** The marker and the length before it. */
const HEAD = 4;

/** What is read of the next chunk, so that nothing is parted. */
const OVERLAP = 64;

/** Which bytes of the file a signature is of. */
const SIGNED = /[/]ByteRange\s*\[/;

/** More photos than any document has. */
const MOST_PHOTOS = 100_000;

/**
 * Returns the edits that erase EXIF of photos in a PDF, which are stored there as they came from the camera. No offset
 * changes.
 *
 * @throws MetadataNotRemovable where the file is signed: another byte would break the signature
 */
export const findPdfEdits = async (source: Source): Promise<Edit[]> => {
  const edits: Edit[] = [];
  let isSigned = false;
  for (let position = 0; position < source.size; position += CHUNK) {
    const bytes = await source.read(position, CHUNK + OVERLAP);
    isSigned ||= SIGNED.test(bytes.toString('latin1'));
    let at = bytes.indexOf(EXIF, HEAD);
    for (; at >= 0; at = bytes.indexOf(EXIF, at + EXIF.length)) {
      if (bytes[at - 4] !== 0xff || bytes[at - 3] !== 0xe1) continue;
      const from = position + at;
      const to = from + bytes.readUInt16BE(at - 2) - 2;
      if (from < (edits.at(-1)?.to ?? 0) || to < from + EXIF.length) continue;
      edits.push({ from, to });
      if (edits.length > MOST_PHOTOS) throw new MetadataUnreadable('The file has too many photos');
    }
  }
  if (isSigned && edits.length > 0) {
    throw new MetadataNotRemovable('The file is signed, and holds photos with metadata');
  }
  return edits;
};
