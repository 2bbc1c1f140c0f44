import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A file as a form sends it: the sender chooses name and type. */
export type Sent = { name: string; type: string; bytes: Buffer };

/** The mark that the scripts of these tests leave in the panel's storage. */
export const MARK = 'ran-on-the-panel';

export const SCRIPT = `try { localStorage.setItem('${MARK}', document.title || '1') } catch (e) {}; fetch('/admin/${MARK}?' + location.pathname, { method: 'POST' });`;

export const HTML = `<!doctype html><html><head><title>x</title></head><body><script>${SCRIPT}</script><img src=x onerror="${SCRIPT.replaceAll('"', '&quot;')}"></body></html>`;

export const SVG = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="300" height="300" onload="${SCRIPT.replaceAll('&&', '').replaceAll('"', '&quot;')}"><script><![CDATA[${SCRIPT}]]></script><rect width="300" height="300"/></svg>`;

const plainPicture = (width: number, height: number): Sharp =>
  sharp({
    create: { width, height, channels: 3, background: '#2a6f97' },
    limitInputPixels: false,
  });

export const png = (width = 40, height = 30): Promise<Buffer> =>
  plainPicture(width, height).png().toBuffer();

/** Returns an interlaced PNG. */
export const interlacedPng = (width: number, height: number): Promise<Buffer> =>
  plainPicture(width, height).png({ progressive: true }).toBuffer();

export const jpeg = (width = 40, height = 30): Promise<Buffer> =>
  plainPicture(width, height).jpeg().toBuffer();

/**
 * Returns a photo whose left half is red and whose right half is blue. It is rotated, as phones store upright
 * photos.
 */
export const lyingPhoto = async (
  format: 'jpeg' | 'webp' | 'png' | 'tiff',
  { width, height }: { width: number; height: number },
): Promise<Buffer> => {
  const half = { width: width / 2, height, channels: 3 as const };
  const red = await sharp({ create: { ...half, background: '#ff0000' } })
    .png()
    .toBuffer();
  return sharp({ create: { ...half, width, background: '#0000ff' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .toFormat(format)
    .toBuffer();
};

/** Returns an animation of a few frames. */
export const animation = async (format: 'gif' | 'webp'): Promise<Buffer> => {
  const frames = await Promise.all(
    ['#f00', '#0f0', '#00f'].map((background) =>
      sharp({ create: { width: 300, height: 200, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
};

/** Returns an animation whose last frame is damaged. */
export const damagedAnimation = async (format: 'gif' | 'webp'): Promise<Buffer> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const frames = await Promise.all(
    Array.from({ length: 3 }, () =>
      sharp({ create: { width: 300, height: 200, channels: 3, background: '#000', noise } })
        .png()
        .toBuffer(),
    ),
  );
  const bytes = await sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
  const from = Math.floor(bytes.length * 0.75);
  return bytes.fill(0xff, from, from + 2000);
};

/** Returns a TIFF with one picture in several sizes. */
export const pyramid = (width: number, height: number): Promise<Buffer> =>
  plainPicture(width, height)
    .tiff({ pyramid: true, tile: true, tileWidth: 64, tileHeight: 64 })
    .toBuffer();

const computeCrc = (bytes: Buffer): number => {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(computeCrc(body));
  return Buffer.concat([length, body, crc]);
};

/**
 * Returns a valid PNG of one colour with one bit per pixel: hundreds of megapixels in some hundred kilobytes.
 */
export const hugePng = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** Returns the smallest PDF that viewers open, with one empty page. */
export const pdf = (): Buffer => {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 4\n0000000000 65535 f \n${offsets.join('')}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
};

const box = (type: string, ...parts: Buffer[]): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(8 + parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  return Buffer.concat([length, Buffer.from(type), ...parts]);
};

/** Returns the beginning of an MP4 file, by which its type is detected. */
export const mp4 = (): Buffer =>
  Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2mp41', 'latin1')),
    box('mdat', Buffer.alloc(64)),
  ]);

/** Returns a second of silence, as PCM. */
export const wav = (): Buffer => {
  const samples = Buffer.alloc(8000, 0x80);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
};

export const VTT = 'WEBVTT\n\n00:00.000 --> 00:02.000\n<v Ana>Hola, <i>buenas</i> tardes. 2 < 3\n';

export const SRT =
  '1\r\n00:00:00,000 --> 00:00:02,000\r\n<i>Hola</i> & <font color="#ff0000">adiós</font>\r\n';

const newFile = (name: string, type: string, bytes: Buffer | string): Sent => ({
  name,
  type,
  bytes: Buffer.from(bytes as string),
});

/** Returns the beginning of a Windows Media film: its header, and the header of its stream. */
const asf = (): Buffer =>
  Buffer.concat([
    Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'),
    Buffer.alloc(14),
    Buffer.from('9107dcb7b7a9cf118ee600c00c205365', 'hex'),
    Buffer.from([78, 0, 0, 0, 0, 0, 0, 0]),
    Buffer.from('c0ef19bc4d5bcf11a8fd00805f5c442b', 'hex'),
    Buffer.alloc(64),
  ]);

/** Returns files that must be refused under any name. */
export const hostileFiles = async (): Promise<Sent[]> => {
  const picture = await png();
  return [
    newFile('evil.html', 'text/html', HTML),
    newFile('EVIL.HTML', 'text/html', HTML),
    newFile('evil.htm', 'image/png', HTML),
    newFile('html.png', 'image/png', HTML),
    newFile('spaced.jpg', 'image/jpeg', `\uFEFF \n\t${HTML}`),
    newFile('evil.html.png', 'image/png', HTML),
    newFile('evil.png.html', 'image/png', Buffer.concat([picture, Buffer.from(HTML)])),
    newFile('picture.html', 'text/html', picture),
    newFile('evil.xhtml', 'application/xhtml+xml', HTML),
    newFile('evil.xml', 'text/xml', SVG),
    newFile('evil', 'text/html', HTML),
    newFile('pic.svg', 'image/svg+xml', SVG),
    newFile('pic.SVG', 'image/png', SVG),
    newFile('svg.png', 'image/png', SVG),
    newFile('honest.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
    newFile('declared.png', 'image/svg+xml', picture),
    newFile('evil.js', 'text/javascript', SCRIPT),
    newFile('evil.mjs', 'image/png', SCRIPT),
    newFile('script.vtt', 'text/vtt', SCRIPT),
    newFile('script.txt', 'text/plain', SCRIPT),
    newFile('script.mp4', 'video/mp4', SCRIPT),
    newFile('page.vtt', 'text/vtt', `WEBVTT\n\n00:00.000 --> 00:02.000\n${HTML}`),
    newFile('page.srt', 'application/x-subrip', `${SRT}\n<script>${SCRIPT}</script>`),
    newFile('handler.srt', 'application/x-subrip', `${SRT}\n<i onclick="${SCRIPT}">x</i>`),
    newFile('polyglot.gif', 'image/gif', `GIF89a/*......*/=1;${SCRIPT}`),
    newFile('head.pdf', 'application/pdf', Buffer.concat([Buffer.from(HTML), pdf()])),
    newFile('text.pdf', 'application/pdf', 'hello'),
    newFile('archive.zip', 'application/zip', 'PK\u0003\u0004'),
    newFile('evil.wasm', 'application/wasm', Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])),
    newFile('evil.exe', 'application/octet-stream', 'MZ\u0090'),
    newFile('film.flv', 'video/x-flv', Buffer.from('FLV\u0001\u0005\0\0\0\u0009')),
    newFile(
      'film.mts',
      'video/mp2t',
      Buffer.alloc(3 * 188, Buffer.concat([Buffer.from('G'), Buffer.alloc(187)])),
    ),
    newFile('film.wmv', 'video/x-ms-wmv', asf()),
  ];
};

/** Returns media that are accepted although they also contain other content. */
export const polyglots = async (): Promise<Sent[]> => {
  const gif = await animation('gif');
  return [
    newFile('script.gif', 'image/gif', Buffer.concat([gif, Buffer.from(`*/=1;${SCRIPT}`)])),
    newFile('page.png', 'text/html', Buffer.concat([await png(), Buffer.from(HTML)])),
    newFile('page.pdf', 'text/html', Buffer.concat([pdf(), Buffer.from(HTML)])),
    newFile('script.wav', 'text/javascript', Buffer.concat([wav(), Buffer.from(`\n;${SCRIPT}`)])),
    newFile('script.mp4', 'text/html', Buffer.concat([mp4(), Buffer.from(HTML)])),
    newFile('evil.js.PNG', 'text/javascript', await png()),
    newFile('code.vtt', 'text/javascript', `WEBVTT\n=1;${SCRIPT}`),
  ];
};
