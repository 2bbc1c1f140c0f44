import { MetadataNotRemovable, MetadataUnreadable, type Edit, type Source } from './edits';

const CHUNK = 64 * 1024;

const EXIF = Buffer.from('Exif\0\0', 'latin1');

/** Length of the marker and its size. */
const SEGMENT_HEADER_BYTES = 4;

/** Bytes of the next chunk that are read too, so that nothing is split. */
const OVERLAP = 64;

/** Byte range that a signature covers. */
const SIGNED = /[/]ByteRange\s*\[/;

/** Maximum number of photos, more than any document has. */
const MOST_PHOTOS = 100_000;

/**
 * Returns the edits that erase the EXIF of photos in a PDF, which contains them as the camera wrote
 * them. No offset changes.
 *
 * @throws MetadataNotRemovable if the file is signed, because edits would break the signature
 */
export const findPdfEdits = async (source: Source): Promise<Edit[]> => {
  const edits: Edit[] = [];
  let isSigned = false;
  for (let position = 0; position < source.size; position += CHUNK) {
    const bytes = await source.read(position, CHUNK + OVERLAP);
    isSigned ||= SIGNED.test(bytes.toString('latin1'));
    let index = bytes.indexOf(EXIF, SEGMENT_HEADER_BYTES);
    for (; index >= 0; index = bytes.indexOf(EXIF, index + EXIF.length)) {
      if (bytes[index - 4] !== 0xff || bytes[index - 3] !== 0xe1) continue;
      const from = position + index;
      const to = from + bytes.readUInt16BE(index - 2) - 2;
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
