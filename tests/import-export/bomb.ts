import { constants, deflateRawSync } from 'node:zlib';

const MEGABYTE = 2 ** 20;

/** Blanks, as a part of a stream that more can follow; and how such a stream ends. */
const blanks = deflateRawSync(Buffer.alloc(MEGABYTE, ' '), {
  finishFlush: constants.Z_FULL_FLUSH,
});
const END = Buffer.from([3, 0]);

/** A workbook of some kilobytes whose sheet unpacks to so many megabytes. */
export const workbookOfBlanks = (megabytes: number): Buffer => {
  const parts = Array.from({ length: megabytes }, () => blanks);
  const sheet = Buffer.concat([...parts, END]);
  const name = Buffer.from('xl/worksheets/sheet1.xml');
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04_03_4b_50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(sheet.length, 18);
  header.writeUInt32LE(megabytes * MEGABYTE, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name, sheet]);
};

/** By how many megabytes this process grows at most meanwhile. */
export const growthDuring = async (work: () => Promise<void>): Promise<number> => {
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  return (most - before) / MEGABYTE;
};
