import { readNumber, type Edit, type Source } from './edits';
import { findNestedPictureEdit } from './nested-picture';
import { buildEmptyComment, findPrivateComments } from './ogg';

const BLOCK = { padding: 1, application: 2, comments: 4, picture: 6 };

const MAX_BYTES = 16 * 1024 * 1024;

/** Returns the position of the picture's data in its block, after its type and description. */
const locatePicture = async (source: Source, body: number): Promise<number> => {
  const type = await readNumber(source, body + 4, 4);
  const description = await readNumber(source, body + 8 + type, 4);
  return body + 8 + type + 4 + description + 20;
};

/**
 * Returns the edits that keep sound, titles and notices of a FLAC recording; no offset changes.
 *
 * @param from position of its signature
 */
export const findFlacEdits = async (source: Source, from: number): Promise<Edit[]> => {
  const edits: Edit[] = [];
  for (let position = from + 4; position + 4 <= source.size;) {
    const head = await source.read(position, 4);
    const [flags = 0] = head;
    const body = position + 4;
    const to = Math.min(source.size, body + head.readUIntBE(1, 3));
    const type = flags & 0x7f;
    if (type === BLOCK.application) {
      const bytes = Buffer.from([(flags & 0x80) | BLOCK.padding]);
      edits.push({ from: position, to: position + 1, bytes });
    }
    if (type === BLOCK.application || type === BLOCK.padding) edits.push({ from: body, to });
    if (type === BLOCK.picture && to - body >= 32) {
      const picture = Math.min(to, await locatePicture(source, body));
      edits.push(await findNestedPictureEdit(source, picture, to));
    }
    if (type === BLOCK.comments && to - body <= MAX_BYTES) {
      const bytes = Buffer.from(await source.read(body, to - body));
      for (const range of findPrivateComments(bytes, 0)) {
        edits.push({
          from: body + range.from,
          to: body + range.to,
          bytes: buildEmptyComment(range.to - range.from),
        });
      }
    }
    if ((flags & 0x80) !== 0) break;
    position = to;
  }
  return edits;
};
