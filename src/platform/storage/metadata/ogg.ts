import type { Edit, Source } from './edits';

/** Comments with titles, notices and loudness. */
const KEPT_COMMENTS =
  /^(?:TITLE|VERSION|ARTIST|ALBUM|ALBUMARTIST|PERFORMER|COPYRIGHT|LICENSE|TRACKNUMBER|DISCNUMBER|GENRE|DATE|REPLAYGAIN_\w+|R128_\w+)=/i;

/** Returns the ranges of comments that are removed. */
export const findPrivateComments = (
  bytes: Buffer,
  from: number,
): { from: number; to: number }[] => {
  const ranges: { from: number; to: number }[] = [];
  const readLength = (position: number): number =>
    position + 4 > bytes.length ? 0 : bytes.readUInt32LE(position);
  let offset = from + 4 + readLength(from);
  const count = readLength(offset);
  offset += 4;
  for (let index = 0; index < count && offset + 4 <= bytes.length; index += 1) {
    const to = Math.min(bytes.length, offset + 4 + readLength(offset));
    if (!KEPT_COMMENTS.test(bytes.toString('latin1', offset + 4, Math.min(to, offset + 64)))) {
      ranges.push({ from: offset + 4, to });
    }
    offset = to;
  }
  return ranges;
};

/** Returns a meaningless comment of a length. */
export const buildEmptyComment = (length: number): Buffer =>
  Buffer.from(length < 2 ? ' '.repeat(length) : `X=${' '.repeat(length - 2)}`);

/** First bytes of the comment packet in each codec. */
const BEGINNINGS = ['\x03vorbis', 'OpusTags', '\x81theora'].map((text) =>
  Buffer.from(text, 'latin1'),
);

/** Maximum position of comments; comments with a picture have a few megabytes. */
const MAX_BYTES = 32 * 1024 * 1024;

const HEADER_BYTES = 27;
const CHECKSUM_AT = 22;

type Page = { from: number; bytes: Buffer; serial: number; body: number; isContinued: boolean };

const readPage = async (source: Source, from: number): Promise<Page | null> => {
  const head = await source.read(from, HEADER_BYTES + 255);
  if (head.length < HEADER_BYTES || head.toString('latin1', 0, 4) !== 'OggS') return null;
  const segments = head[26] ?? 0;
  const body = HEADER_BYTES + segments;
  const length = head.subarray(HEADER_BYTES, body).reduce((sum, size) => sum + size, 0);
  const serial = head.readUInt32LE(14);
  const isContinued = ((head[5] ?? 0) & 1) === 1;
  const bytes = Buffer.from(await source.read(from, body + length));
  return { from, bytes, serial, body, isContinued };
};

const TABLE = Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit += 1) {
    value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  }
  return value;
});

/** Writes a page's checksum, which is calculated with zeros in its place. */
const writeChecksum = (bytes: Buffer): void => {
  bytes.writeUInt32LE(0, CHECKSUM_AT);
  let checksum = 0;
  for (const byte of bytes) {
    checksum = (checksum << 8) ^ (TABLE[((checksum >>> 24) ^ byte) & 255] ?? 0);
  }
  bytes.writeUInt32LE(checksum >>> 0, CHECKSUM_AT);
};

/** Pages of a stream that contain a packet of comments. */
type Packet = { pages: Page[]; prefix: number };

/** Tells whether the packet at the start of a page continues on the next page. */
const hasUnfinishedPacket = ({ bytes, body }: Page): boolean =>
  bytes.subarray(HEADER_BYTES, body).every((size) => size === 255);

/** Returns the edits that keep sound, titles and notices of an Ogg recording; no offset changes. */
export const findOggEdits = async (source: Source): Promise<Edit[]> => {
  const packets: Packet[] = [];
  const openPackets = new Map<number, Packet>();
  const end = Math.min(source.size, MAX_BYTES);
  for (let position = 0; position < end;) {
    const page = await readPage(source, position);
    if (page === null) break;
    position += page.bytes.length;
    const packet = openPackets.get(page.serial);
    const prefix = BEGINNINGS.find((beginning) =>
      page.bytes.subarray(page.body, page.body + beginning.length).equals(beginning),
    );
    if (packet !== undefined && page.isContinued) packet.pages.push(page);
    else if (prefix !== undefined) {
      const begun = { pages: [page], prefix: prefix.length };
      packets.push(begun);
      openPackets.set(page.serial, begun);
    }
    if (!hasUnfinishedPacket(page)) openPackets.delete(page.serial);
    // All streams have had their comments by this position, so the sound has begun.
    if (packets.length > 0 && openPackets.size === 0 && position > MAX_BYTES / 8) break;
  }
  return packets.flatMap(({ pages, prefix }) => {
    const content = Buffer.concat(pages.map(({ bytes, body }) => bytes.subarray(body)));
    for (const { from, to } of findPrivateComments(content, prefix)) {
      buildEmptyComment(to - from).copy(content, from);
    }
    let offset = 0;
    return pages.map(({ from, bytes, body }) => {
      content.copy(bytes, body, offset, offset + bytes.length - body);
      offset += bytes.length - body;
      writeChecksum(bytes);
      return { from, to: from + bytes.length, bytes };
    });
  });
};
