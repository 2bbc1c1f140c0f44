import { open } from 'node:fs/promises';

/** Error of a file with more parts than any program writes, or whose metadata cannot be found. */
export class MetadataUnreadable extends Error {
  override name = 'MetadataUnreadable';
}

/** Error of a file whose private metadata cannot be removed without breaking the file. */
export class MetadataNotRemovable extends MetadataUnreadable {
  override name = 'MetadataNotRemovable';
}

/** Bytes of a file or in memory, readable at any position. */
export type Source = {
  size: number;
  /** Reads bytes; returns fewer than requested at the end. */
  read: (position: number, length: number) => Promise<Buffer>;
};

/** Range that is replaced by other bytes, or by as many zeros if `bytes` is missing. */
export type Edit = { from: number; to: number; bytes?: Buffer };

export const NOTHING = Buffer.alloc(0);

const CHUNK = 64 * 1024;

export const createBufferSource = (bytes: Buffer): Source => ({
  size: bytes.length,
  read: (position, length) => Promise.resolve(bytes.subarray(position, position + length)),
});

/** Returns a big-endian number; 0 if a malformed file refers to bytes after its end. */
export const readNumber = async (source: Source, offset: number, size: number): Promise<number> => {
  const bytes = await source.read(offset, size);
  return bytes.length < size ? 0 : bytes.readUIntBE(0, size);
};

/** Runs `work` with an opened file. Short reads use a window of 64 KB. */
export const withFileSource = async <T>(
  path: string,
  work: (source: Source) => Promise<T>,
): Promise<T> => {
  const handle = await open(path);
  let [start, window]: [number, Buffer] = [0, NOTHING];
  const load = async (position: number, length: number): Promise<Buffer> => {
    const bytes = Buffer.allocUnsafe(length);
    let count = 0;
    while (count < length) {
      const { bytesRead } = await handle.read(bytes, count, length - count, position + count);
      if (bytesRead === 0) break;
      count += bytesRead;
    }
    return bytes.subarray(0, count);
  };
  try {
    const { size } = await handle.stat();
    return await work({
      size,
      async read(position, length) {
        const boundedLength = Math.max(0, Math.min(length, size - position));
        if (boundedLength >= CHUNK) return await load(position, boundedLength);
        if (position < start || position + boundedLength > start + window.length) {
          [start, window] = [position, await load(position, CHUNK)];
        }
        return window.subarray(position - start, position - start + boundedLength);
      },
    });
  } finally {
    await handle.close();
  }
};

/**
 * Sorts edits by their ranges. If two edits overlap, as in malformed files only, the first is kept.
 */
export const orderEdits = (edits: readonly Edit[], size: number): Edit[] => {
  const ordered: Edit[] = [];
  let position = 0;
  // Insertions precede the edit of the range that starts at their position.
  const sorted = edits.toSorted((left, right) => left.from - right.from || left.to - right.to);
  for (const { from, to, bytes } of sorted) {
    const end = Math.min(to, size);
    const start = bytes === undefined ? Math.max(from, position) : from;
    if (start < position || start > end || (start === end && bytes === undefined)) continue;
    ordered.push({ from: start, to: end, ...(bytes !== undefined && { bytes }) });
    position = end;
  }
  return ordered;
};

/** Returns the size of a source after its edits. */
export const computeEditedSize = (size: number, edits: readonly Edit[]): number =>
  edits.reduce(
    (sum, { from, to, bytes }) => (bytes === undefined ? sum : sum + bytes.length - (to - from)),
    size,
  );

async function* readBytes(source: Source, from: number, to: number): AsyncGenerator<Buffer> {
  for (let position = from; position < to; position += CHUNK) {
    yield await source.read(position, Math.min(CHUNK, to - position));
  }
}

/**
 * Yields a source with its edits, in pieces of at most 64 KB and whole edits.
 *
 * @param edits result of `orderEdits`
 */
export async function* applyEdits(
  source: Source,
  edits: readonly Edit[],
): AsyncGenerator<Buffer, void> {
  let position = 0;
  for (const { from, to, bytes } of edits) {
    yield* readBytes(source, position, from);
    if (bytes === undefined) {
      for (let offset = from; offset < to; offset += CHUNK)
        yield Buffer.alloc(Math.min(CHUNK, to - offset));
    } else if (bytes.length > 0) {
      yield bytes;
    }
    position = to;
  }
  yield* readBytes(source, position, source.size);
}

export const editBytes = async (bytes: Buffer, edits: readonly Edit[]): Promise<Buffer> => {
  const parts: Buffer[] = [];
  const ordered = orderEdits(edits, bytes.length);
  for await (const part of applyEdits(createBufferSource(bytes), ordered)) parts.push(part);
  return Buffer.concat(parts);
};

/**
 * Returns bytes padded to a length; null if they are longer.
 *
 * @param filler byte that readers ignore there, such as zero or a space
 */
export const padTo = (length: number, bytes: Buffer, filler: number): Buffer | null =>
  bytes.length > length
    ? null
    : Buffer.concat([bytes, Buffer.alloc(length - bytes.length, filler)]);
