import { NOTHING, padTo, type Edit, type Source } from './edits';
import { findItemEdits } from './iso-items';
import { findNestedPictureEdit } from './nested-picture';
import { readBoxes, type Box } from './iso-boxes';
import { findSampleRanges } from './iso-samples';
import { readRights, writeXmp } from './rights';

const set = (types: string): ReadonlySet<string> => new Set(types.split(' '));

/** Boxes that players need, by the box that they are in; all others become free space. */
const KEPT = {
  file: set('ftyp styp pdin moof mfra mdat wide sidx ssix prft emsg imda pssh bloc'),
  moov: set('mvhd iods mvex pssh ctab cmov rmra clip'),
  trak: set('tkhd tref trgr edts mdia load imap matt clip tapt txas'),
  udta: set(
    'cprt \xA9cpy \xA9nam \xA9ART \xA9aut titl auth perf albm chpl name hnti hinf tagc kind ludt',
  ),
  ilst: set(
    'cprt \xA9cpy \xA9nam \xA9ART aART \xA9alb \xA9gen gnre \xA9day trkn disk cpil pgap stik covr',
  ),
};

const KEPT_KEYS =
  /[.](?:title|displayname|artist|author|album|copyright|genre|performer|director|producer|capture[.]fps)$/;

/** How films all around are shown. */
const SPHERICAL = 'ffcc8263f8554a938814587a02521fdd';

const XMP = 'be7acfcb97a942e89c71999491e3afac';

const FREE = Buffer.from('free');

const MAX_TABLE = 1024 * 1024;

/** Makes free space of a box. */
const blank = ({ typeAt, body, to }: Box): Edit[] => [
  { from: typeAt, to: typeAt + 4, bytes: FREE },
  { from: body, to },
];

export const findIsoMediaEdits = async (source: Source): Promise<Edit[]> => {
  const edits: Edit[] = [];

  const editXmp = async (box: Box, from: number): Promise<void> => {
    const length = box.to - from;
    const xmp = length > MAX_TABLE ? NOTHING : Buffer.from(await source.read(from, length));
    const packet = writeXmp(await readRights({ xmp }));
    const bytes = packet === null ? null : padTo(length, packet, 0x20);
    edits.push(...(bytes === null ? blank(box) : [{ from, to: box.to, bytes }]));
  };

  const editExtension = async (box: Box): Promise<void> => {
    const id = (await source.read(box.body, 16)).toString('hex');
    if (id === XMP) await editXmp(box, box.body + 16);
    else if (id !== SPHERICAL) edits.push(...blank(box));
  };

  const editCover = async (cover: Box): Promise<void> => {
    for (const { type, body, to } of await readBoxes(source, cover.body, cover.to)) {
      if (type === 'data') edits.push(await findNestedPictureEdit(source, body + 8, to));
    }
  };

  /** Erases the names of keys that do not stay. @returns those that do, by their number in the list */
  const editKeys = async ({ body, to }: Box): Promise<Set<number>> => {
    const kept = new Set<number>();
    const bytes = await source.read(body, Math.min(to - body, MAX_TABLE));
    for (let [at, number] = [8, 1]; at + 8 <= bytes.length; number += 1) {
      const size = bytes.readUInt32BE(at);
      if (size < 8) break;
      if (KEPT_KEYS.test(bytes.toString('latin1', at + 8, at + size))) kept.add(number);
      else edits.push({ from: body + at + 8, to: Math.min(body + at + size, to) });
      at += size;
    }
    return kept;
  };

  const editMetadata = async ({ body, to }: Box): Promise<void> => {
    // QuickTime's box has no version, that of MP4 has one.
    const isQuickTimes = (await source.read(body + 4, 4)).toString('latin1') === 'hdlr';
    const boxes = await readBoxes(source, isQuickTimes ? body : body + 4, to);
    const keys = boxes.find(({ type }) => type === 'keys');
    const keptKeys = keys === undefined ? null : await editKeys(keys);
    for (const box of boxes) {
      if (box.type === 'ilst') {
        for (const item of await readBoxes(source, box.body, box.to)) {
          const number = Buffer.from(item.type, 'latin1').readUInt32BE();
          const isKept = keptKeys === null ? KEPT.ilst.has(item.type) : keptKeys.has(number);
          if (!isKept) edits.push(...blank(item));
          else if (item.type === 'covr') await editCover(item);
        }
      } else if (box.type !== 'hdlr' && box.type !== 'keys') {
        edits.push(...blank(box));
      }
    }
  };

  const editUserData = async ({ body, to }: Box): Promise<void> => {
    for (const box of await readBoxes(source, body, to)) {
      if (box.type === 'meta') await editMetadata(box);
      else if (box.type === 'XMP_') await editXmp(box, box.body);
      else if (!KEPT.udta.has(box.type)) edits.push(...blank(box));
    }
  };

  /** Edits the boxes in one that may hold metadata besides its own. */
  const editChildren = async (boxes: readonly Box[], kept: ReadonlySet<string>): Promise<void> => {
    for (const box of boxes) {
      if (box.type === 'udta') await editUserData(box);
      else if (box.type === 'meta') await editMetadata(box);
      else if (box.type === 'uuid') await editExtension(box);
      else if (box.type === 'trak') await editTrack(box);
      else if (!kept.has(box.type)) edits.push(...blank(box));
    }
  };

  /** Cameras write places, sensors and faces into tracks of metadata, a sample for each moment. */
  const editTrack = async (track: Box): Promise<void> => {
    const ranges = await findSampleRanges(source, track, 'meta');
    if (ranges !== null) {
      edits.push(...blank(track));
      for (const range of ranges) edits.push(range);
    } else await editChildren(await readBoxes(source, track.body, track.to), KEPT.trak);
  };

  const boxes = await readBoxes(source, 0, source.size);
  for (const box of boxes) {
    const items = box.type === 'meta' ? await findItemEdits(source, box) : null;
    if (items !== null) edits.push(...items);
    else if (box.type === 'moov') {
      await editChildren(await readBoxes(source, box.body, box.to), KEPT.moov);
    } else await editChildren([box], KEPT.file);
  }
  const end = boxes.at(-1)?.to ?? 0;
  if (end < source.size) edits.push({ from: end, to: source.size, bytes: NOTHING });
  return edits;
};
