import type { Source } from './edits';

/** Byte order and size of the numbers in TIFF files and EXIF blocks; BigTIFF has larger numbers. */
type Form = { isLittle: boolean; isBig: boolean };

export type Entry = {
  tag: number;
  type: number;
  count: number;
  /** Bytes of the entry itself. */
  raw: Buffer;
  /** Position and length of the value. */
  from: number;
  length: number;
  /** Whether the value is stored in the entry itself. */
  isInline: boolean;
};

export type Directory = {
  from: number;
  to: number;
  entries: Entry[];
  /** Position of the next directory; 0 after the last. */
  next: number;
};

/** Number of bytes of a value, by type. */
const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];

/** Maximum number of entries, more than any camera or scanner writes. */
const MAX_ENTRIES = 4096;

export const createDirectoryReader = async (source: Source) => {
  const head = await source.read(0, 16);
  const order = head.toString('latin1', 0, 2);
  if (head.length < 8 || (order !== 'II' && order !== 'MM')) return null;
  const form: Form = { isLittle: order === 'II', isBig: false };
  const decodeNumber = (bytes: Buffer, offset: number, size: number): number => {
    if (offset + size > bytes.length) return 0;
    if (size === 8) {
      return Number(form.isLittle ? bytes.readBigUInt64LE(offset) : bytes.readBigUInt64BE(offset));
    }
    return form.isLittle ? bytes.readUIntLE(offset, size) : bytes.readUIntBE(offset, size);
  };
  const version = decodeNumber(head, 2, 2);
  if (version !== 42 && version !== 43) return null;
  form.isBig = version === 43;
  const size = form.isBig ? { offset: 8, count: 8, entry: 20 } : { offset: 4, count: 2, entry: 12 };

  const parseEntry = (raw: Buffer, offset: number): Entry => {
    const type = decodeNumber(raw, 2, 2);
    const count = decodeNumber(raw, 4, size.offset);
    const length = count * (SIZES[type] ?? 0);
    const isInline = length <= size.offset;
    const valueAt = 4 + size.offset;
    const from = isInline ? offset + valueAt : decodeNumber(raw, valueAt, size.offset);
    return { tag: decodeNumber(raw, 0, 2), type, count, raw, from, length, isInline };
  };

  return {
    first: decodeNumber(head, form.isBig ? 8 : 4, size.offset),

    /** Returns the directory at an offset; null if the offset is invalid. */
    async read(from: number): Promise<Directory | null> {
      if (from < 8 || from + size.count > source.size) return null;
      const count = decodeNumber(await source.read(from, size.count), 0, size.count);
      const to = from + size.count + count * size.entry + size.offset;
      if (count > MAX_ENTRIES || to > source.size) return null;
      const bytes = Buffer.from(await source.read(from, to - from));
      const entries = Array.from({ length: count }, (_, index) => {
        const start = size.count + index * size.entry;
        return parseEntry(bytes.subarray(start, start + size.entry), from + start);
      });
      return {
        from,
        to,
        entries,
        next: decodeNumber(bytes, bytes.length - size.offset, size.offset),
      };
    },

    /** Returns the numbers of an entry, such as offsets of other directories. */
    async numbersOf({ type, from, length }: Entry): Promise<number[]> {
      const each = SIZES[type] ?? 0;
      if (![1, 2, 4, 8].includes(each) || length > MAX_ENTRIES * 8) return [];
      const bytes = await source.read(from, length);
      return Array.from({ length: Math.floor(bytes.length / each) }, (_, index) =>
        decodeNumber(bytes, index * each, each),
      );
    },

    /** Returns a directory with fewer entries, padded to its earlier length. */
    write({ from, to, next }: Directory, entries: readonly Entry[]): Buffer {
      const encodeNumber = (value: number, bytes: number): Buffer => {
        const written = Buffer.alloc(8);
        written.writeBigUInt64LE(BigInt(value));
        const cut = Buffer.from(written.subarray(0, bytes));
        return form.isLittle ? cut : cut.reverse();
      };
      const directory = Buffer.concat([
        encodeNumber(entries.length, size.count),
        ...entries.map(({ raw }) => raw),
        encodeNumber(next, size.offset),
      ]);
      return Buffer.concat([directory, Buffer.alloc(to - from - directory.length)]);
    },
  };
};

export type DirectoryReader = NonNullable<Awaited<ReturnType<typeof createDirectoryReader>>>;
