import { NOTHING, padTo, MetadataNotRemovable, type Edit, type Source } from './edits';
import { findItemEdits } from './iso-items';
import { findNestedPictureEdit } from './nested-picture';
import { readBoxes, type Box } from './iso-boxes';
import {
  findSampleRanges,
  findTrackFragments,
  readDefaultSizes,
  trackIdOf,
  withFragmentInMemory,
} from './iso-fragments';
import { readRights, writeXmp } from './rights';

const set = (types: string): ReadonlySet<string> => new Set(types.split(' '));

/** Boxes that players need, by their parent; all others become free space. */
const KEPT_BOXES = {
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

/** Id of the box with the projection of spherical video. */
const SPHERICAL = 'ffcc8263f8554a938814587a02521fdd';

const XMP = 'be7acfcb97a942e89c71999491e3afac';

const FREE = Buffer.from('free');

const MAX_TABLE = 1024 * 1024;

/** Returns the edits that turn a box into free space. */
const blankBox = ({ typeAt, body, to }: Box): Edit[] => [
  { from: typeAt, to: typeAt + 4, bytes: FREE },
  { from: body, to },
];

export const findIsoMediaEdits = async (file: Source): Promise<Edit[]> => {
  let source = file;
  const edits: Edit[] = [];

  const editXmp = async (box: Box, from: number): Promise<void> => {
    const length = box.to - from;
    const xmp = length > MAX_TABLE ? NOTHING : Buffer.from(await source.read(from, length));
    const packet = writeXmp(await readRights({ xmp }));
    const bytes = packet === null ? null : padTo(length, packet, 0x20);
    edits.push(...(bytes === null ? blankBox(box) : [{ from, to: box.to, bytes }]));
  };

  const editExtension = async (box: Box): Promise<void> => {
    const id = (await source.read(box.body, 16)).toString('hex');
    if (id === XMP) await editXmp(box, box.body + 16);
    else if (id !== SPHERICAL) edits.push(...blankBox(box));
  };

  const editCover = async (cover: Box): Promise<void> => {
    for (const { type, body, to } of await readBoxes(source, cover.body, cover.to)) {
      if (type === 'data') edits.push(await findNestedPictureEdit(source, body + 8, to));
    }
  };

  /** Erases the names of removed keys. @returns the numbers of kept ones in the list */
  const editKeys = async ({ body, to }: Box): Promise<Set<number>> => {
    const keptKeys = new Set<number>();
    const bytes = await source.read(body, Math.min(to - body, MAX_TABLE));
    for (let [offset, number] = [8, 1]; offset + 8 <= bytes.length; number += 1) {
      const size = bytes.readUInt32BE(offset);
      if (size < 8) break;
      if (KEPT_KEYS.test(bytes.toString('latin1', offset + 8, offset + size))) keptKeys.add(number);
      else edits.push({ from: body + offset + 8, to: Math.min(body + offset + size, to) });
      offset += size;
    }
    return keptKeys;
  };

  const editMetadata = async ({ body, to }: Box): Promise<void> => {
    // QuickTime's box has no version, but MP4's has one.
    const isQuickTimes = (await source.read(body + 4, 4)).toString('latin1') === 'hdlr';
    const boxes = await readBoxes(source, isQuickTimes ? body : body + 4, to);
    const keys = boxes.find(({ type }) => type === 'keys');
    const keptKeys = keys === undefined ? null : await editKeys(keys);
    for (const box of boxes) {
      if (box.type === 'ilst') {
        for (const item of await readBoxes(source, box.body, box.to)) {
          const number = Buffer.from(item.type, 'latin1').readUInt32BE();
          const isKept = keptKeys === null ? KEPT_BOXES.ilst.has(item.type) : keptKeys.has(number);
          if (!isKept) edits.push(...blankBox(item));
          else if (item.type === 'covr') await editCover(item);
        }
      } else if (box.type !== 'hdlr' && box.type !== 'keys') {
        edits.push(...blankBox(box));
      }
    }
  };

  const editUserData = async ({ body, to }: Box): Promise<void> => {
    for (const box of await readBoxes(source, body, to)) {
      if (box.type === 'meta') await editMetadata(box);
      else if (box.type === 'XMP_') await editXmp(box, box.body);
      else if (!KEPT_BOXES.udta.has(box.type)) edits.push(...blankBox(box));
    }
  };

  /** Edits boxes whose children may contain further metadata. */
  const editChildren = async (
    boxes: readonly Box[],
    keptTypes: ReadonlySet<string>,
  ): Promise<void> => {
    for (const box of boxes) {
      if (box.type === 'udta') await editUserData(box);
      else if (box.type === 'meta') await editMetadata(box);
      else if (box.type === 'uuid') await editExtension(box);
      else if (box.type === 'trak') await editTrack(box);
      else if (!keptTypes.has(box.type)) edits.push(...blankBox(box));
    }
  };

  /** Ids of kept tracks, and default sizes of samples in fragments. */
  const keptTracks = new Set<number>();
  const sizes = new Map<number, number>();

  /**
   * Edits a track. Tracks of metadata are removed, because cameras write locations, sensor data and
   * faces into them, a sample for each moment.
   */
  const editTrack = async (track: Box): Promise<void> => {
    const ranges = await findSampleRanges(source, track, 'meta');
    if (ranges !== null) {
      edits.push(...blankBox(track));
      for (const range of ranges) edits.push(range);
      return;
    }
    const id = await trackIdOf(source, track);
    if (id !== null) keptTracks.add(id);
    await editChildren(await readBoxes(source, track.body, track.to), KEPT_BOXES.trak);
  };

  const editFilm = async (film: Box): Promise<void> => {
    for (const [id, size] of await readDefaultSizes(source, film)) sizes.set(id, size);
    await editChildren(await readBoxes(source, film.body, film.to), KEPT_BOXES.moov);
  };

  /**
   * Edits a fragment. Recorders write fragments of a few seconds with the samples of every track.
   */
  const editFragment = async (fragment: Box): Promise<void> => {
    source = await withFragmentInMemory(file, fragment);
    const { tracks, samples } = await findTrackFragments(source, fragment, {
      keptTracks,
      sizes,
    });
    edits.push(...tracks.flatMap(blankBox));
    for (const range of samples) edits.push(range);
    for (const box of await readBoxes(source, fragment.body, fragment.to)) {
      const parts = box.type === 'traf' ? await readBoxes(source, box.body, box.to) : [box];
      for (const part of parts) {
        if (part.type === 'meta') await editMetadata(part);
        else if (part.type === 'udta') await editUserData(part);
      }
    }
  };

  const boxes = await readBoxes(source, 0, source.size);
  const films = boxes.filter(({ type }) => type === 'moov');
  const fragments = boxes.filter(({ type }) => type === 'moof');
  if (films.length === 0 && fragments.length > 0) {
    throw new MetadataNotRemovable('A fragment without its film does not say what its tracks are');
  }
  for (const film of films) await editFilm(film);
  for (const fragment of fragments) await editFragment(fragment);
  source = file;
  for (const box of boxes) {
    const items = box.type === 'meta' ? await findItemEdits(source, box) : null;
    if (items !== null) edits.push(...items);
    else if (box.type !== 'moov') await editChildren([box], KEPT_BOXES.file);
  }
  const end = boxes.at(-1)?.to ?? 0;
  if (end < source.size) edits.push({ from: end, to: source.size, bytes: NOTHING });
  return edits;
};
