import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** What is text; pictures and fonts are small as they are. */
const TEXT = new Set(['.css', '.js', '.json', '.svg']);

/** Smaller than this, a file gains nothing that a network would notice. */
const WORTH_COMPRESSING = 1_024;

/** Beyond that, files get a hundredth smaller in twice the time. */
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
 * Puts compressed forms beside the files of a folder, which whoever serves it with koa-static, as Strapi serves its panel, sends
 * to browsers that take them: https://github.com/koajs/send#options. The panel is 13 MB of scripts, of which 7 come at first sight.
 *
 * @param {string} folder without folders in it
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
