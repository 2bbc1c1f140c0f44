import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Extensions of text files; pictures and fonts are already compressed. */
const TEXT = new Set(['.css', '.js', '.json', '.svg']);

/** Minimum size in bytes for compression. Below it, compression has no noticeable effect. */
const WORTH_COMPRESSING = 1_024;

/** A higher quality takes twice the time for files that are one percent smaller. */
const BROTLI_QUALITY = 7;
const GZIP_LEVEL = 9;

/** @type {Record<string, (bytes: Buffer) => Promise<Buffer>>} */
const forms = {
  '.br': (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
      },
    }),
  '.gz': (bytes) => promisify(gzip)(bytes, { level: GZIP_LEVEL }),
};

/**
 * Writes compressed copies beside the files of a folder. koa-static, which serves Strapi's panel,
 * sends them to browsers that accept them: https://github.com/koajs/send#options. The panel has 13
 * MB of scripts, of which 7 MB load on the first page.
 *
 * @param {string} folder folder without subfolders
 */
export const compressAssets = async (folder) => {
  const files = readdirSync(folder).filter((name) => TEXT.has(path.extname(name)));
  await Promise.all(
    files.map(async (name) => {
      const file = path.join(folder, name);
      const bytes = readFileSync(file);
      if (bytes.byteLength < WORTH_COMPRESSING) return;
      for (const [ending, compress] of Object.entries(forms)) {
        writeFileSync(`${file}${ending}`, await compress(bytes));
      }
    }),
  );
};
