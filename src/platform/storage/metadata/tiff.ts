import { padTo, type Edit, type Source } from './edits';
import { createDirectoryReader, type DirectoryReader } from './image-file-directory';
import { ARTIST, COPYRIGHT, readRights, writeXmp, type Blocks } from './rights';

const XMP = 700;
const IPTC = 33723;
const SUB_DIRECTORIES = 330;

/** Directories of EXIF, GPS and interoperability. */
const PRIVATE_DIRECTORIES = new Set([34665, 34853, 40965]);

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Tags that pixels and colours need, and the notices. */
const KEPT_TAGS = new Set([
  ...[...range(254, 266), ...range(273, 284), ...range(286, 303), ARTIST],
  ...[...range(317, 347), ...range(512, 532), ...range(32995, 32998), COPYRIGHT],
  ...[34675, 50838, 50839],
]);

/** Maximum size of a block with notices. */
const MAX_BLOCK = 1024 * 1024;

/** Maximum number of directories: pages of a file, and smaller copies of them. */
const MAX_DIRECTORIES = 1000;

/** Erases a directory with its values and the directories that it refers to. */
const eraseDirectory = async (
  reader: DirectoryReader,
  position: number,
  seen: Set<number>,
): Promise<Edit[]> => {
  const isNew = !seen.has(position) && seen.size <= MAX_DIRECTORIES;
  const directory = isNew ? await reader.read(position) : null;
  seen.add(position);
  if (directory === null) return [];
  const edits: Edit[] = [{ from: directory.from, to: directory.to }];
  for (const entry of directory.entries) {
    if (PRIVATE_DIRECTORIES.has(entry.tag)) {
      for (const offset of await reader.numbersOf(entry)) {
        for (const edit of await eraseDirectory(reader, offset, seen)) edits.push(edit);
      }
    }
    if (!entry.isInline) edits.push({ from: entry.from, to: entry.from + entry.length });
  }
  return edits;
};

/** Returns the edits that keep pixels, colours and notices of a TIFF; no offset changes. */
export const findTiffEdits = async (source: Source): Promise<Edit[]> => {
  const reader = await createDirectoryReader(source);
  const edits: Edit[] = [];
  if (reader === null) return edits;
  const offsets = [reader.first];
  const seen = new Set<number>();
  const erased = new Set<number>();
  for (let position = offsets.pop(); position !== undefined; position = offsets.pop()) {
    const directory =
      seen.has(position) || seen.size > MAX_DIRECTORIES ? null : await reader.read(position);
    seen.add(position);
    if (directory === null) continue;
    if (directory.next !== 0) offsets.push(directory.next);
    const blocks: Blocks = {};
    for (const { tag, from, length } of directory.entries) {
      if (length > MAX_BLOCK) continue;
      if (tag === XMP) blocks.xmp = Buffer.from(await source.read(from, length));
      if (tag === IPTC) blocks.iptc = Buffer.from(await source.read(from, length));
    }
    const packet = writeXmp(await readRights(blocks));
    const keptEntries = [];
    for (const entry of directory.entries) {
      const { tag, from, length, isInline } = entry;
      const notices = tag === XMP && packet !== null ? padTo(length, packet, 0x20) : null;
      if (tag === SUB_DIRECTORIES) offsets.push(...(await reader.numbersOf(entry)));
      if (PRIVATE_DIRECTORIES.has(tag)) {
        for (const offset of await reader.numbersOf(entry)) {
          for (const edit of await eraseDirectory(reader, offset, erased)) edits.push(edit);
        }
      }
      if (KEPT_TAGS.has(tag)) keptEntries.push(entry);
      else if (notices !== null) {
        keptEntries.push(entry);
        edits.push({ from, to: from + length, bytes: notices });
      } else if (!isInline) edits.push({ from, to: from + length });
    }
    const { from, to } = directory;
    if (keptEntries.length < directory.entries.length) {
      edits.push({ from, to, bytes: reader.write(directory, keptEntries) });
    }
  }
  return edits;
};
