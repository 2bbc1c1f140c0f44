import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/** A file with all metadata of a camera, a phone or a recorder. */
export type PrivateFile = {
  name: string;
  type: string;
  bytes: Buffer;
  /** Texts that must be kept. */
  kept: readonly string[];
};

const OWNER = 'Olga Owner';
const SERIAL = 'SN-20391-77';
const PLACE = '+41.4036+002.1744/';

/** Each file contains all secrets, and must be stored without them. */
export const SECRETS = [OWNER, SERIAL, PLACE] as const;

export const COPYRIGHT = '© 2026 Escuela Ana';
const ARTIST = 'Ana Ejemplo';

const secretText = SECRETS.join(' ');

const uint = (size: 2 | 3 | 4, value: number, isLittle = false): Buffer => {
  const bytes = Buffer.alloc(size);
  if (isLittle) bytes.writeUIntLE(value, 0, size);
  else bytes.writeUIntBE(value, 0, size);
  return bytes;
};

const plainPicture = () =>
  sharp({
    create: { width: 320, height: 200, channels: 3, background: '#2a6f97' },
  }).composite([
    {
      input: { create: { width: 160, height: 100, channels: 3, background: '#e76f51' } },
      left: 0,
      top: 0,
    },
  ]);

type Value = { tag: number; type: number; count: number; data: Buffer };

const ascii = (tag: number, text: string): Value => {
  const data = Buffer.from(`${text}\0`);
  return { tag, type: 2, count: data.length, data };
};

const long = (tag: number, value: number): Value => ({
  tag,
  type: 4,
  count: 1,
  data: uint(4, value, true),
});

/** Returns a TIFF directory at a position, followed by its values. */
const directory = (at: number, values: readonly Value[], next = 0): Buffer => {
  let end = at + 2 + values.length * 12 + 4;
  const entries: Buffer[] = [];
  const rest: Buffer[] = [];
  for (const { tag, type, count, data } of values) {
    const isInline = data.length <= 4;
    const value = isInline
      ? Buffer.concat([data, Buffer.alloc(4 - data.length)])
      : uint(4, end, true);
    entries.push(uint(2, tag, true), uint(2, type, true), uint(4, count, true), value);
    if (isInline) continue;
    const padded = Buffer.concat([data, Buffer.alloc(data.length % 2)]);
    rest.push(padded);
    end += padded.length;
  }
  return Buffer.concat([uint(2, values.length, true), ...entries, uint(4, next, true), ...rest]);
};

const latitude = (): Value => ({
  tag: 2,
  type: 5,
  count: 3,
  data: Buffer.concat([41, 1, 24, 1, 13, 1].map((number) => uint(4, number, true))),
});

/** Returns an EXIF block like a camera's: owner, serial number, location, a maker's note and a thumbnail. */
export const exifBlock = ({ orientation = 1 } = {}): Buffer => {
  const gpsAt = 2000;
  const exifAt = 3000;
  const thumbnailAt = 5000;
  const block = Buffer.alloc(6000);
  block.write('II*\0\x08\0\0\0', 'latin1');
  directory(
    8,
    [
      ascii(0x010f, 'Camera'),
      { tag: 0x0112, type: 3, count: 1, data: uint(2, orientation, true) },
      ascii(0x013b, ARTIST),
      ascii(0x013c, `${OWNER}’s computer`),
      ascii(0x8298, COPYRIGHT),
      long(0x8769, exifAt),
      long(0x8825, gpsAt),
    ],
    thumbnailAt,
  ).copy(block, 8);
  directory(gpsAt, [ascii(1, 'N'), latitude(), ascii(0x1b, PLACE)]).copy(block, gpsAt);
  directory(exifAt, [
    ascii(0x927c, `note ${secretText}`),
    ascii(0xa430, OWNER),
    ascii(0xa431, SERIAL),
    ascii(0xa435, SERIAL),
  ]).copy(block, exifAt);
  directory(thumbnailAt, [long(0x0201, 5500), long(0x0202, 400)]).copy(block, thumbnailAt);
  Buffer.from(`\xFF\xD8 thumbnail ${secretText}`, 'latin1').copy(block, 5500);
  return block;
};

export const xmpPacket = (): string =>
  `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
 xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:aux="http://ns.adobe.com/exif/1.0/aux/"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"
 exif:GPSLatitude="${PLACE}" aux:SerialNumber="${SERIAL}" xmpRights:WebStatement="https://example.com/rights">
<aux:OwnerName>${OWNER}</aux:OwnerName>
<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">${COPYRIGHT}</rdf:li></rdf:Alt></dc:rights>
<dc:creator><rdf:Seq><rdf:li>${ARTIST}</rdf:li></rdf:Seq></dc:creator>
</rdf:Description></rdf:RDF></x:xmpmeta>${' '.repeat(400)}<?xpacket end="w"?>`;

const iptcRecord = (dataset: number, text: string): Buffer => {
  const data = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x1c, 2, dataset]), uint(2, data.length), data]);
};

const iptcBlock = (): Buffer => {
  const records = Buffer.concat([
    iptcRecord(80, ARTIST),
    iptcRecord(90, PLACE),
    iptcRecord(116, COPYRIGHT),
    iptcRecord(120, `${OWNER} ${SERIAL}`),
  ]);
  return Buffer.concat([
    Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0', 'latin1'),
    uint(4, records.length),
    records,
  ]);
};

const segment = (marker: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker]), uint(2, data.length + 2), data]);

const withPrefix = (prefix: string, data: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from(prefix, 'latin1'), Buffer.from(data as string)]);

export const jpegWith = async (...segments: readonly Buffer[]): Promise<Buffer> => {
  const picture = await plainPicture().withIccProfile('p3').jpeg({ progressive: true }).toBuffer();
  return Buffer.concat([picture.subarray(0, 2), ...segments, picture.subarray(2)]);
};

const EXIF_SEGMENT = (): Buffer => segment(0xe1, withPrefix('Exif\0\0', exifBlock()));

const jpeg = async (): Promise<Buffer> =>
  Buffer.concat([
    await jpegWith(
      EXIF_SEGMENT(),
      segment(0xe1, withPrefix('http://ns.adobe.com/xap/1.0/\0', xmpPacket())),
      segment(0xed, iptcBlock()),
      segment(0xe5, Buffer.from(`maker ${secretText}`)),
      segment(0xfe, Buffer.from(`comment ${secretText}`)),
    ),
    // A second picture, as phones store it when they take several at once.
    await jpegWith(EXIF_SEGMENT()),
  ]);

const jpegOfIptc = (): Promise<Buffer> => jpegWith(segment(0xed, iptcBlock()));

const pngChunk = (type: string, data: Buffer): Buffer => {
  const body = withPrefix(type, data);
  return Buffer.concat([uint(4, data.length), body, uint(4, crc32(body))]);
};

const png = async (): Promise<Buffer> => {
  const picture = await plainPicture().withIccProfile('p3').png().toBuffer();
  const end = picture.length - 12;
  return Buffer.concat([
    picture.subarray(0, 33),
    pngChunk('eXIf', exifBlock()),
    pngChunk('iTXt', withPrefix('XML:com.adobe.xmp\0\0\0\0\0', xmpPacket())),
    pngChunk('tEXt', withPrefix('Comment\0', secretText)),
    picture.subarray(33, end),
    pngChunk('tEXt', withPrefix('Author\0', ARTIST)),
    pngChunk('prVt', Buffer.from(secretText)),
    picture.subarray(end),
    Buffer.from(`behind ${secretText}`),
  ]);
};

const riffChunk = (name: string, data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(name),
    uint(4, data.length, true),
    data,
    Buffer.alloc(data.length % 2),
  ]);

const riff = (type: string, ...chunks: readonly Buffer[]): Buffer =>
  riffChunk('RIFF', Buffer.concat([Buffer.from(type), ...chunks]));

const webp = async (): Promise<Buffer> => {
  const picture = await plainPicture()
    .withIccProfile('p3')
    .withExif({ IFD0: { Copyright: 'x' } })
    .withXmp('<x/>')
    .webp()
    .toBuffer();
  const chunks: Buffer[] = [];
  for (let at = 12; at < picture.length;) {
    const name = picture.toString('latin1', at, at + 4);
    const length = picture.readUInt32LE(at + 4);
    const data = picture.subarray(at + 8, at + 8 + length);
    if (name === 'EXIF') chunks.push(riffChunk('EXIF', withPrefix('Exif\0\0', exifBlock())));
    else if (name === 'XMP ') chunks.push(riffChunk('XMP ', Buffer.from(xmpPacket())));
    else chunks.push(riffChunk(name, data));
    at += 8 + length + (length % 2);
  }
  return Buffer.concat([
    riff('WEBP', ...chunks, riffChunk('priv', Buffer.from(secretText))),
    Buffer.from(secretText),
  ]);
};

const gif = async (): Promise<Buffer> => {
  const picture = await plainPicture().gif().toBuffer();
  const flags = picture[10] ?? 0;
  const at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const trailer = Buffer.from([1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0]);
  const comment = Buffer.from(secretText);
  return Buffer.concat([
    picture.subarray(0, at),
    Buffer.from([0x21, 0xff, 11]),
    Buffer.from(`XMP DataXMP${xmpPacket()}`),
    trailer,
    Buffer.from([0x21, 0xfe, comment.length]),
    comment,
    Buffer.alloc(1),
    picture.subarray(at),
    comment,
  ]);
};

/** Adds a directory with all entries of the first one and metadata, and makes it the first. */
const tiff = async (): Promise<Buffer> => {
  const picture = await plainPicture().withIccProfile('p3').tiff({ compression: 'lzw' }).toBuffer();
  const even = Buffer.concat([picture, Buffer.alloc(picture.length % 2)]);
  const first = even.readUInt32LE(4);
  const count = even.readUInt16LE(first);
  const values: Value[] = Array.from({ length: count }, (_, index) => {
    const at = first + 2 + index * 12;
    const type = even.readUInt16LE(at + 2);
    const amount = even.readUInt32LE(at + 4);
    const bytes = ([0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8][type] ?? 1) * amount;
    const from = bytes <= 4 ? at + 8 : even.readUInt32LE(at + 8);
    const data = even.subarray(from, from + bytes);
    return { tag: even.readUInt16LE(at), type, count: amount, data };
  });
  const packet = Buffer.from(xmpPacket());
  const gpsAt = even.length;
  const gps = directory(gpsAt, [ascii(1, 'N'), latitude(), ascii(0x1b, PLACE)]);
  const exifAt = gpsAt + gps.length;
  const exif = directory(exifAt, [ascii(0xa430, OWNER), ascii(0xa431, SERIAL)]);
  const at = exifAt + exif.length;
  const entries = [
    ...values.filter(({ tag }) => ![700, 0x8769, 0x8298].includes(tag)),
    ascii(0x010e, secretText),
    ascii(0x013c, `${OWNER}’s computer`),
    { tag: 700, type: 1, count: packet.length, data: packet },
    ascii(0x8298, COPYRIGHT),
    long(0x8769, exifAt),
    long(0x8825, gpsAt),
  ].sort((left, right) => left.tag - right.tag);
  const bytes = Buffer.concat([even, gps, exif, directory(at, entries)]);
  bytes.writeUInt32LE(at, 4);
  return bytes;
};

/** Replaces bytes by others that are not longer. */
const overwrite = (bytes: Buffer, before: Buffer, after: Buffer): void => {
  const at = bytes.indexOf(before);
  if (at < 0 || after.length > before.length) throw new Error('There is no room for it.');
  bytes.fill(0, at, at + before.length);
  after.copy(bytes, at);
};

const avif = async (): Promise<Buffer> => {
  const room = 'r'.repeat(9000);
  const xmp = `<x>${'x'.repeat(xmpPacket().length)}</x>`;
  const bytes = await plainPicture()
    .withIccProfile('p3')
    .withExif({ IFD0: { ImageDescription: room } })
    .withXmp(xmp)
    .avif({ effort: 0 })
    .toBuffer();
  const prefix = Buffer.from('Exif\0\0', 'latin1');
  // The list of items contains the same letters earlier.
  const begins = bytes.lastIndexOf(prefix, bytes.indexOf(room));
  bytes.fill(0, bytes.indexOf(room), bytes.indexOf(room) + room.length);
  exifBlock().copy(bytes, begins + prefix.length);
  overwrite(bytes, Buffer.from(xmp), Buffer.from(xmpPacket()));
  return bytes;
};

export const box = (type: string, ...parts: readonly (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  return Buffer.concat([uint(4, body.length + 8), Buffer.from(type, 'latin1'), body]);
};

const fullBox = (...parts: readonly (Buffer | string)[]): Buffer =>
  Buffer.concat([Buffer.alloc(4), ...parts.map((part) => Buffer.from(part as string))]);

/** Returns a QuickTime text: its length, its language, and the text. */
const quickTimeText = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  return Buffer.concat([uint(2, bytes.length), uint(2, 0x15c7), bytes]);
};

const data = (value: Buffer | string): Buffer => box('data', uint(4, 1), uint(4, 0), value);

const handler = (kind: string): Buffer =>
  box('hdlr', fullBox(Buffer.alloc(4), kind, Buffer.alloc(13)));

const key = (name: string): Buffer =>
  Buffer.concat([uint(4, name.length + 8), Buffer.from(`mdta${name}`)]);

const KEYS: readonly (readonly [string, string])[] = [
  ['com.apple.quicktime.location.ISO6709', PLACE],
  ['com.apple.quicktime.copyright', COPYRIGHT],
  ['com.apple.quicktime.camera.identifier', SERIAL],
  ['com.apple.quicktime.content.identifier', OWNER],
];

const appleMetadata = (): Buffer =>
  box(
    'meta',
    handler('mdta'),
    box('keys', fullBox(uint(4, KEYS.length), ...KEYS.map(([name]) => key(name)))),
    box(
      'ilst',
      ...KEYS.map(([, value], index) => box(String.fromCharCode(0, 0, 0, index + 1), data(value))),
    ),
  );

const itunesMetadata = (cover: Buffer): Buffer =>
  box(
    'meta',
    fullBox(
      handler('mdir'),
      box(
        'ilst',
        box('\xA9nam', data('A title')),
        box('cprt', data(COPYRIGHT)),
        box('ownr', data(OWNER)),
        box('\xA9cmt', data(secretText)),
        box('covr', data(cover)),
      ),
    ),
  );

const XMP_ID = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

/** Returns a track of metadata whose samples are at the beginning of a film's data. */
const metadataTrack = (samplesAt: number, sizes: readonly number[]): Buffer =>
  box(
    'trak',
    box('tkhd', fullBox(Buffer.alloc(80))),
    box(
      'mdia',
      handler('meta'),
      box(
        'minf',
        box(
          'stbl',
          box('stsd', fullBox(uint(4, 1), box('gpmd', Buffer.alloc(8)))),
          box('stsc', fullBox(uint(4, 1), uint(4, 1), uint(4, sizes.length), uint(4, 1))),
          box(
            'stsz',
            fullBox(uint(4, 0), uint(4, sizes.length), ...sizes.map((size) => uint(4, size))),
          ),
          box('stco', fullBox(uint(4, 1), uint(4, samplesAt))),
        ),
      ),
    ),
  );

/** Sound or picture of a film, which must not change. */
export const FILM = Buffer.from('film '.repeat(40));

const isoFile = (brand: string, children: readonly Buffer[]): Buffer => {
  const start = box('ftyp', brand, uint(4, 512), brand, 'isom');
  const samples = SECRETS.map((secret) => Buffer.from(secret));
  const media = box('mdat', ...samples, FILM);
  const track = metadataTrack(
    start.length + 8,
    samples.map(({ length }) => length),
  );
  const film = box(
    'trak',
    box('tkhd', fullBox(Buffer.alloc(80))),
    box('udta', box('name', 'Film')),
  );
  return Buffer.concat([
    start,
    media,
    box('free', secretText),
    box('moov', box('mvhd', fullBox(Buffer.alloc(96))), film, track, ...children),
    box('uuid', XMP_ID, xmpPacket()),
    box('uuid', Buffer.alloc(16, 7), secretText),
    box('SDLN', secretText),
    Buffer.from(`\0\0\0\0 behind ${secretText}`),
  ]);
};

const trackBox = (id: number, kind: string): Buffer =>
  box(
    'trak',
    box('tkhd', fullBox(Buffer.alloc(8), uint(4, id), Buffer.alloc(68))),
    box('mdia', handler(kind), box('minf', box('stbl', box('stsd', fullBox(uint(4, 0)))))),
  );

const [FILM_TRACK, METADATA_TRACK] = [1, 2];

const OWN_BASE = 0x2_00_00;

type FragmentedFilm = {
  /** Whether fragments contain the size of each sample. Otherwise, the film has one size for all. */
  hasSizes: boolean;
  /**
   * Whether the data of a track is relative to the beginning of the fragment. Otherwise, it is relative to
   * the end of the previous track's data.
   */
  hasOwnBase?: boolean;
  /** The tracks of a fragment in their order. */
  tracks?: readonly number[];
};

/** Returns a fragmented film with sound and picture, and with a camera's metadata. */
export const fragmentedFilm = ({
  hasSizes,
  hasOwnBase = true,
  tracks = [FILM_TRACK, METADATA_TRACK],
}: FragmentedFilm): Buffer => {
  const longest = Math.max(...SECRETS.map(({ length }) => length));
  const trackData = (track: number, secret: string): Buffer =>
    track === FILM_TRACK ? FILM : Buffer.from(hasSizes ? secret : secret.padEnd(longest, '\0'));
  const trackFragment = (track: number, bytes: Buffer, offset: number): Buffer => {
    // A track without a base and offset begins at the end of the previous one.
    const offsets = hasOwnBase || track === tracks[0] ? [uint(4, offset)] : [];
    const flags = (hasSizes || track === FILM_TRACK ? 0x200 : 0) | offsets.length;
    const size = (flags & 0x200) === 0 ? [] : [uint(4, bytes.length)];
    return box(
      'traf',
      box('tfhd', uint(4, hasOwnBase ? OWN_BASE : 0), uint(4, track)),
      box('trun', uint(4, flags), uint(4, 1), ...offsets, ...size),
    );
  };
  const fragment = (secret: string): Buffer => {
    const parts = tracks.map((track) => trackData(track, secret));
    const build = (length: number): Buffer => {
      let at = length + 8;
      const boxes = parts.map((bytes, index) => {
        const trackBytes = trackFragment(tracks[index] ?? 0, bytes, at);
        at += bytes.length;
        return trackBytes;
      });
      return box(
        'moof',
        box('mfhd', fullBox(uint(4, 1))),
        ...boxes,
        box('udta', box('gps ', secret)),
      );
    };
    const { length } = build(0);
    return Buffer.concat([build(length), box('mdat', ...parts)]);
  };
  const defaults = (track: number, size: number): Buffer =>
    box('trex', fullBox(uint(4, track), uint(4, 1), uint(4, 0), uint(4, size), uint(4, 0)));
  return Buffer.concat([
    box('ftyp', 'iso6', uint(4, 512), 'iso6', 'isom'),
    box(
      'moov',
      box('mvhd', fullBox(Buffer.alloc(96))),
      trackBox(FILM_TRACK, 'vide'),
      trackBox(METADATA_TRACK, 'meta'),
      box('mvex', defaults(FILM_TRACK, 0), defaults(METADATA_TRACK, longest)),
      box('udta', box('\xA9cpy', quickTimeText(COPYRIGHT))),
    ),
    ...SECRETS.map(fragment),
  ]);
};

const mp4 = async (): Promise<Buffer> =>
  isoFile('mp42', [
    box(
      'udta',
      box('\xA9xyz', quickTimeText(PLACE)),
      box('loci', fullBox('\0\0', secretText)),
      box('\xA9cpy', quickTimeText(COPYRIGHT)),
      itunesMetadata(await jpegWith(EXIF_SEGMENT())),
    ),
    box('gps ', secretText),
  ]);

const mov = (): Buffer =>
  isoFile('qt  ', [
    box('udta', box('\xA9xyz', quickTimeText(PLACE)), box('XMP_', xmpPacket()), Buffer.alloc(4)),
    appleMetadata(),
  ]);

const element = (id: string, ...parts: readonly (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  return Buffer.concat([
    Buffer.from(id, 'hex'),
    Buffer.from([0x08, ...uint(4, body.length)]),
    body,
  ]);
};

const simpleTag = (name: string, text: string): Buffer =>
  element('67c8', element('45a3', name), element('4487', text));

const webm = async (): Promise<Buffer> =>
  Buffer.concat([
    element('1a45dfa3', element('4282', 'webm')),
    Buffer.from('1853806701ffffffffffffff', 'hex'),
    element('1549a966', element('7ba9', 'A title')),
    // A cluster of unknown size, as browsers record it.
    Buffer.from('1f43b67501ffffffffffffff', 'hex'),
    element('a3', FILM),
    element(
      '1254c367',
      element('bf', Buffer.alloc(4, 5)),
      element(
        '7373',
        simpleTag('LOCATION', PLACE),
        simpleTag('COPYRIGHT', COPYRIGHT),
        simpleTag('com.apple.quicktime.camera', SERIAL),
      ),
    ),
    element('1941a469', element('61a7', OWNER, await jpegWith(EXIF_SEGMENT()))),
    element('ec', secretText),
  ]);

const synchsafe = (value: number): Buffer =>
  Buffer.from([21, 14, 7, 0].map((bits) => (value >> bits) & 127));

const frame = (name: string, ...parts: readonly (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  return Buffer.concat([Buffer.from(name), synchsafe(body.length), Buffer.alloc(2), body]);
};

const mp3 = async (): Promise<Buffer> => {
  const frames = Buffer.concat([
    frame('TIT2', '\x03A title'),
    frame('TCOP', `\x03${COPYRIGHT}`),
    frame('TOWN', `\x03${OWNER}`),
    frame('GEOB', `\x03${secretText}`),
    frame('APIC', '\x03image/jpeg\0\x03\0', await jpegWith(EXIF_SEGMENT())),
    Buffer.alloc(100),
  ]);
  const sound = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0xc4]), Buffer.alloc(413), FILM]);
  return Buffer.concat([
    Buffer.from('ID3\x04\0\0', 'latin1'),
    synchsafe(frames.length),
    frames,
    sound,
  ]);
};

const comments = (): Buffer => {
  const texts = [
    `TITLE=A title`,
    `LOCATION=${PLACE}`,
    `COPYRIGHT=${COPYRIGHT}`,
    `OWNER=${OWNER} ${SERIAL}`,
  ];
  return Buffer.concat([
    uint(4, 3, true),
    Buffer.from('abc'),
    uint(4, texts.length, true),
    ...texts.flatMap((text) => [uint(4, Buffer.byteLength(text), true), Buffer.from(text)]),
  ]);
};

const flacBlock = (type: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from([type]), uint(3, content.length), content]);

const flac = async (): Promise<Buffer> => {
  const picture = await jpegWith(EXIF_SEGMENT());
  return Buffer.concat([
    Buffer.from('fLaC'),
    flacBlock(0, Buffer.alloc(34, 1)),
    flacBlock(4, comments()),
    flacBlock(
      6,
      Buffer.concat([
        uint(4, 3),
        uint(4, 10),
        Buffer.from('image/jpeg'),
        uint(4, 0),
        Buffer.alloc(16),
        uint(4, picture.length),
        picture,
      ]),
    ),
    flacBlock(2, Buffer.from(secretText)),
    flacBlock(0x81, Buffer.from(secretText)),
    FILM,
  ]);
};

const oggChecksum = (bytes: Buffer): number => {
  let checksum = 0;
  for (const byte of bytes) {
    checksum ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) {
      checksum = checksum & 0x80000000 ? (checksum << 1) ^ 0x04c11db7 : checksum << 1;
    }
  }
  return checksum >>> 0;
};

const oggPage = (number: number, flags: number, content: Buffer, isWhole = true): Buffer => {
  const sizes = [...Array.from({ length: Math.floor(content.length / 255) }, () => 255)];
  if (isWhole) sizes.push(content.length % 255);
  const head = Buffer.alloc(27);
  head.write('OggS');
  head[5] = flags;
  head.writeUInt32LE(7, 14);
  head.writeUInt32LE(number, 18);
  head[26] = sizes.length;
  const page = Buffer.concat([head, Buffer.from(sizes), content]);
  page.writeUInt32LE(oggChecksum(page), 22);
  return page;
};

/** Returns whether each page of an Ogg file has the correct checksum. */
export const hasOggChecksums = (bytes: Buffer): boolean => {
  for (let at = 0; at < bytes.length;) {
    const sizes = bytes.subarray(at + 27, at + 27 + (bytes[at + 26] ?? 0));
    const to = at + 27 + sizes.length + sizes.reduce((sum, size) => sum + size, 0);
    const page = Buffer.from(bytes.subarray(at, to));
    const expected = page.readUInt32LE(22);
    page.writeUInt32LE(0, 22);
    if (page.toString('latin1', 0, 4) !== 'OggS' || oggChecksum(page) !== expected) return false;
    at = to;
  }
  return true;
};

const ogg = (): Buffer => {
  const packet = Buffer.concat([Buffer.from('OpusTags'), comments(), Buffer.alloc(400)]);
  const head = Buffer.concat([
    Buffer.from('OpusHead'),
    Buffer.from([1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0]),
  ]);
  return Buffer.concat([
    oggPage(0, 2, head),
    oggPage(1, 0, packet.subarray(0, 255), false),
    oggPage(2, 1, packet.subarray(255)),
    oggPage(3, 0, FILM),
  ]);
};

const wavFormat = (): Buffer => {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(8000, 4);
  format.writeUInt32LE(8000, 8);
  format.writeUInt16LE(1, 12);
  format.writeUInt16LE(8, 14);
  return riffChunk('fmt ', format);
};

const wav = (): Buffer =>
  riff(
    'WAVE',
    wavFormat(),
    riffChunk('bext', Buffer.from(secretText)),
    riffChunk(
      'LIST',
      Buffer.concat([
        Buffer.from('INFO'),
        riffChunk('ICOP', Buffer.from(COPYRIGHT)),
        riffChunk('IARL', Buffer.from(secretText)),
      ]),
    ),
    riffChunk('data', FILM),
    riffChunk('_PMX', Buffer.from(xmpPacket())),
  );

export const pdf = async (extra = ''): Promise<Buffer> => {
  const picture = await jpegWith(EXIF_SEGMENT());
  return Buffer.concat([
    Buffer.from(`%PDF-1.4\n1 0 obj<</Filter/DCTDecode/Length ${picture.length}>>stream\n`),
    picture,
    Buffer.from(`\nendstream endobj\n% ${COPYRIGHT}\n${extra}%%EOF\n`),
  ]);
};

const notices = [COPYRIGHT, ARTIST];

/** Returns pictures of every format, with an ICC profile if the format supports one. */
export const privatePictures = async (): Promise<PrivateFile[]> => [
  { name: 'photo.jpg', type: 'image/jpeg', bytes: await jpeg(), kept: notices },
  { name: 'press.jpg', type: 'image/jpeg', bytes: await jpegOfIptc(), kept: notices },
  { name: 'photo.png', type: 'image/png', bytes: await png(), kept: notices },
  { name: 'photo.webp', type: 'image/webp', bytes: await webp(), kept: notices },
  { name: 'photo.avif', type: 'image/avif', bytes: await avif(), kept: notices },
  { name: 'photo.gif', type: 'image/gif', bytes: await gif(), kept: notices },
  { name: 'photo.tif', type: 'image/tiff', bytes: await tiff(), kept: notices },
];

/** Returns films, recordings and documents of every format. */
export const privateMedia = async (): Promise<PrivateFile[]> => [
  { name: 'film.mp4', type: 'video/mp4', bytes: await mp4(), kept: [COPYRIGHT, 'A title'] },
  {
    name: 'fragments.mp4',
    type: 'video/mp4',
    bytes: fragmentedFilm({ hasSizes: true }),
    kept: [COPYRIGHT],
  },
  { name: 'film.mov', type: 'video/quicktime', bytes: mov(), kept: notices },
  { name: 'film.webm', type: 'video/webm', bytes: await webm(), kept: [COPYRIGHT, 'A title'] },
  { name: 'talk.mp3', type: 'audio/mpeg', bytes: await mp3(), kept: [COPYRIGHT, 'A title'] },
  { name: 'talk.flac', type: 'audio/flac', bytes: await flac(), kept: [COPYRIGHT, 'A title'] },
  { name: 'talk.ogg', type: 'audio/ogg', bytes: ogg(), kept: [COPYRIGHT, 'A title'] },
  { name: 'talk.wav', type: 'audio/wav', bytes: wav(), kept: [COPYRIGHT] },
  { name: 'scan.pdf', type: 'application/pdf', bytes: await pdf(), kept: [COPYRIGHT] },
];

/** Returns the secrets that bytes contain. */
export const secretsIn = (bytes: Buffer): string[] => [
  ...SECRETS.filter((secret) => bytes.includes(secret)),
  ...(bytes.includes(latitude().data) ? ['latitude'] : []),
];
