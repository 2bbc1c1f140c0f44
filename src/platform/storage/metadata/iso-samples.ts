import { readNumber, MetadataUnreadable, type Edit, type Source } from './edits';
import { findBox, type Box } from './iso-boxes';

/** Maximum bytes of a table, enough for films of several days. */
const MAX_TABLE = 16 * 1024 * 1024;

/** Returns the rows of a table that starts with their number. */
const readTable = async (
  source: Source,
  table: Box | null,
  { countAt = 4, bytes }: { countAt?: number; bytes: number },
): Promise<Buffer[]> => {
  if (table === null) return [];
  const at = table.body + countAt;
  const count = await readNumber(source, at, 4);
  const length = Math.min(count * bytes, table.to - at - 4);
  if (length <= 0) return [];
  if (length > MAX_TABLE) throw new MetadataUnreadable('A track has too many samples');
  const rows = Buffer.from(await source.read(at + 4, length));
  return Array.from({ length: Math.floor(rows.length / bytes) }, (_, index) =>
    rows.subarray(index * bytes, (index + 1) * bytes),
  );
};

/**
 * Returns the ranges of a track's samples by chunk; null if the track is of another kind.
 *
 * @param handler the kind, such as `vide` or `meta`
 */
export const findSampleRanges = async (
  source: Source,
  track: Box,
  handler: string,
): Promise<Edit[] | null> => {
  const media = await findBox(source, track, 'mdia', 'hdlr');
  if (media === null) return null;
  const kind = (await source.read(media.body + 8, 4)).toString('latin1');
  if (kind !== handler) return null;
  const samples = await findBox(source, track, 'mdia', 'minf', 'stbl');
  if (samples === null) return [];
  const tableOf = (type: string): Promise<Box | null> => findBox(source, samples, type);
  const sizes = await tableOf('stsz');
  const [shortOffsets, longOffsets] = [await tableOf('stco'), await tableOf('co64')];
  if (sizes === null) return [];
  const fixed = await readNumber(source, sizes.body + 4, 4);
  const each = await readTable(source, sizes, { countAt: 8, bytes: 4 });
  const steps = await readTable(source, await tableOf('stsc'), { bytes: 12 });
  const offsets = [
    ...(await readTable(source, shortOffsets, { bytes: 4 })).map((row) => row.readUInt32BE(0)),
    ...(await readTable(source, longOffsets, { bytes: 8 })).map((row) =>
      Number(row.readBigUInt64BE(0)),
    ),
  ];
  let [step, sample] = [0, 0];
  return offsets.map((from, index) => {
    while ((steps[step + 1]?.readUInt32BE(0) ?? Infinity) <= index + 1) step += 1;
    const count = steps[step]?.readUInt32BE(4) ?? 0;
    let length = fixed * count;
    for (const size of fixed > 0 ? [] : each.slice(sample, sample + count)) {
      length += size.readUInt32BE(0);
    }
    sample += count;
    return { from, to: from + length };
  });
};
