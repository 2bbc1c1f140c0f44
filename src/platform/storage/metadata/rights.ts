import { Parser } from 'htmlparser2';
import { createBufferSource, type Source } from './edits';
import { createDirectoryReader } from './image-file-directory';

/** Copyright notices that stay in a file, and the orientation of its pixels. */
export type Rights = {
  copyright?: string;
  creators?: string[];
  credit?: string;
  usageTerms?: string;
  webStatement?: string;
  /** EXIF orientation; missing if the pixels are upright. */
  orientation?: number;
};

/** Blocks of a file that may contain copyright notices. */
export type Blocks = { exif?: Buffer; xmp?: Buffer; iptc?: Buffer };

export const ORIENTATION = 0x0112;
export const ARTIST = 0x013b;
export const COPYRIGHT = 0x8298;

/** Maximum size of a block with notices. */
const MAX_BYTES = 1024 * 1024;

/** Returns a text in UTF-8, or in Latin-1 if it is not valid UTF-8. */
const decodeText = (bytes: Buffer): string | undefined => {
  const text = bytes.toString('utf8');
  const read = text.includes('\uFFFD') ? bytes.toString('latin1') : text;
  return read.replaceAll('\0', ' ').trim() || undefined;
};

/** Removes undefined properties, so that one record can override another. */
const omitEmpty = (rights: Rights): Rights =>
  Object.fromEntries(Object.entries(rights).filter(([, value]) => Boolean(value)));

const EXIF_PREFIX = Buffer.from('Exif\0\0', 'latin1');

/** Reads the notices of a TIFF file or an EXIF block, which has the same structure. */
export const readExifRights = async (source: Source): Promise<Rights> => {
  const reader = await createDirectoryReader(source);
  const directory = await reader?.read(reader.first);
  const rights: Rights = {};
  for (const entry of directory?.entries ?? []) {
    const { tag, type } = entry;
    const isText = type === 2 && (tag === COPYRIGHT || tag === ARTIST) && entry.length < MAX_BYTES;
    const text = isText ? decodeText(await source.read(entry.from, entry.length)) : undefined;
    if (tag === COPYRIGHT && text !== undefined) rights.copyright = text;
    if (tag === ARTIST && text !== undefined) rights.creators = [text];
    if (tag === ORIENTATION) {
      const [number = 1] = (await reader?.numbersOf(entry)) ?? [];
      if (number > 1 && number <= 8) rights.orientation = number;
    }
  }
  return rights;
};

const parseExifRights = (block: Buffer): Promise<Rights> => {
  const isPrefixed = block.subarray(0, 6).equals(EXIF_PREFIX);
  return readExifRights(createBufferSource(isPrefixed ? block.subarray(6) : block));
};

/** Maximum number of texts of a property. */
const MOST_TEXTS = 100;

const addText = <Key>(texts: Map<Key, string[]>, key: Key, text: string): void => {
  const values = texts.get(key) ?? [];
  if (values.length < MOST_TEXTS) values.push(text);
  texts.set(key, values);
};

/** XMP properties, by their names without the prefix. */
const PROPERTIES = new Set(['rights', 'creator', 'Credit', 'UsageTerms', 'WebStatement']);

const getLocalName = (name: string): string => name.slice(name.indexOf(':') + 1);

const parseXmpRights = (block: Buffer): Rights => {
  const texts = new Map<string, string[]>();
  let property: string | null = null;
  let text = '';
  const add = (name: string, value: string): void => {
    if (value.trim() !== '') addText(texts, name, value.trim());
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        text = '';
        if (getLocalName(name) === 'Description') {
          for (const [attribute, value] of Object.entries(attributes)) {
            if (PROPERTIES.has(getLocalName(attribute))) add(getLocalName(attribute), value);
          }
        }
        if (PROPERTIES.has(getLocalName(name))) property ??= getLocalName(name);
      },
      ontext(part) {
        if (property !== null) text += part;
      },
      onclosetag(name) {
        // A property contains a text or a list of texts.
        if (property !== null) add(property, text);
        text = '';
        if (getLocalName(name) === property) property = null;
      },
    },
    { xmlMode: true },
  );
  parser.end(block.toString('utf8').replaceAll('\0', ''));
  return omitEmpty({
    copyright: texts.get('rights')?.[0],
    creators: texts.get('creator'),
    credit: texts.get('Credit')?.[0],
    usageTerms: texts.get('UsageTerms')?.[0],
    webStatement: texts.get('WebStatement')?.[0],
  });
};

const IPTC = { creator: 80, credit: 110, copyright: 116 };

/** @param block Photoshop's blocks, or the records of one of them */
const parseIptcRights = (block: Buffer): Rights => {
  const isPhotoshops = block.includes('8BIM');
  const records = block.indexOf(isPhotoshops ? '8BIM\u0004\u0004' : '');
  const start = records < 0 ? -1 : block.indexOf(Buffer.from([0x1c, 0x02]), records);
  const texts = new Map<number, string[]>();
  for (let offset = start; offset >= 0 && block[offset] === 0x1c && offset + 5 <= block.length;) {
    const length = block.readUInt16BE(offset + 3);
    const text = decodeText(block.subarray(offset + 5, offset + 5 + length));
    const number = block[offset + 2] ?? 0;
    if (block[offset + 1] === 2 && text !== undefined && length < 0x8000) {
      addText(texts, number, text);
    }
    offset += 5 + length;
  }
  return omitEmpty({
    copyright: texts.get(IPTC.copyright)?.[0],
    creators: texts.get(IPTC.creator),
    credit: texts.get(IPTC.credit)?.[0],
  });
};

/**
 * Reads the notices of a file. XMP takes precedence over IPTC and EXIF, because its encoding is
 * known.
 */
export const readRights = async ({ exif, xmp, iptc }: Blocks): Promise<Rights> => ({
  ...(exif === undefined || exif.length > MAX_BYTES ? {} : await parseExifRights(exif)),
  ...(iptc === undefined || iptc.length > MAX_BYTES ? {} : parseIptcRights(iptc)),
  ...(xmp === undefined || xmp.length > MAX_BYTES ? {} : parseXmpRights(xmp)),
});

/** Returns an EXIF block with only the notices; null if there are none. */
export const writeExif = ({ orientation, creators, copyright }: Rights): Buffer | null => {
  const texts = [
    { tag: ARTIST, text: creators?.join('; ') },
    { tag: COPYRIGHT, text: copyright },
  ].filter((entry): entry is { tag: number; text: string } => entry.text !== undefined);
  const count = texts.length + (orientation === undefined ? 0 : 1);
  if (count === 0) return null;
  const head = Buffer.alloc(8 + 2 + count * 12 + 4);
  head.write('II*\0\x08\0\0\0', 'latin1');
  head.writeUInt16LE(count, 8);
  const values: Buffer[] = [];
  let [offset, end] = [10, head.length];
  const writeEntry = (tag: number, type: number, length: number): void => {
    head.writeUInt16LE(tag, offset);
    head.writeUInt16LE(type, offset + 2);
    head.writeUInt32LE(length, offset + 4);
    offset += 12;
  };
  if (orientation !== undefined) {
    writeEntry(ORIENTATION, 3, 1);
    head.writeUInt16LE(orientation, offset - 4);
  }
  for (const { tag, text } of texts) {
    const value = Buffer.from(`${text}\0`);
    writeEntry(tag, 2, value.length);
    if (value.length <= 4) {
      value.copy(head, offset - 4);
      continue;
    }
    head.writeUInt32LE(end, offset - 4);
    const padded = value.length % 2 === 0 ? value : Buffer.concat([value, Buffer.alloc(1)]);
    values.push(padded);
    end += padded.length;
  }
  return Buffer.concat([head, ...values]);
};

const escapeXml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** Returns an XMP packet with only the notices; null if there are none. */
export const writeXmp = (rights: Rights): Buffer | null => {
  const { copyright, creators, credit, usageTerms, webStatement } = rights;
  const buildItems = (texts: readonly string[], attribute = ''): string =>
    texts.map((text) => `<rdf:li${attribute}>${escapeXml(text)}</rdf:li>`).join('');
  const buildAlternatives = (name: string, text: string | undefined): string =>
    text === undefined
      ? ''
      : `<${name}><rdf:Alt>${buildItems([text], ' xml:lang="x-default"')}</rdf:Alt></${name}>`;
  const buildElement = (name: string, text: string | undefined): string =>
    text === undefined ? '' : `<${name}>${escapeXml(text)}</${name}>`;
  const properties = [
    buildAlternatives('dc:rights', copyright),
    creators && `<dc:creator><rdf:Seq>${buildItems(creators)}</rdf:Seq></dc:creator>`,
    buildElement('photoshop:Credit', credit),
    buildAlternatives('xmpRights:UsageTerms', usageTerms),
    buildElement('xmpRights:WebStatement', webStatement),
  ].join('');
  if (properties === '') return null;
  return Buffer.from(
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""' +
      ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"' +
      ` xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/">${properties}</rdf:Description></rdf:RDF>` +
      '</x:xmpmeta><?xpacket end="w"?>',
  );
};
