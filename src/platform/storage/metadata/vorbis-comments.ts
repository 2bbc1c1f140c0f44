/** Comments with titles, notices and loudness. */
const KEPT =
  /^(?:TITLE|VERSION|ARTIST|ALBUM|ALBUMARTIST|PERFORMER|COPYRIGHT|LICENSE|TRACKNUMBER|DISCNUMBER|GENRE|DATE|REPLAYGAIN_\w+|R128_\w+)=/i;

/** Returns the ranges of comments that are removed. */
export const privateComments = (bytes: Buffer, from: number): { from: number; to: number }[] => {
  const ranges: { from: number; to: number }[] = [];
  const lengthAt = (at: number): number => (at + 4 > bytes.length ? 0 : bytes.readUInt32LE(at));
  let at = from + 4 + lengthAt(from);
  const count = lengthAt(at);
  at += 4;
  for (let index = 0; index < count && at + 4 <= bytes.length; index += 1) {
    const to = Math.min(bytes.length, at + 4 + lengthAt(at));
    if (!KEPT.test(bytes.toString('latin1', at + 4, Math.min(to, at + 64)))) {
      ranges.push({ from: at + 4, to });
    }
    at = to;
  }
  return ranges;
};

/** Returns a meaningless comment of a length. */
export const emptyComment = (length: number): Buffer =>
  Buffer.from(length < 2 ? ' '.repeat(length) : `X=${' '.repeat(length - 2)}`);
