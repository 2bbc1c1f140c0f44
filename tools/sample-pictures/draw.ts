/**
 * Draws the pictures of the sample catalogue from its data files into database/sample/images.
 *
 *   npm run pictures -- [part of a file name …]
 *
 * The pictures are committed; run this after adding entries. The lettering needs the typefaces
 * Inter and EB Garamond (Debian: fonts-inter, fonts-ebgaramond).
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { readCatalogue } from '../../scripts/sample/catalogue/read';
import { picturesOf } from './pictures';

const encode = async (file: string, svg: string): Promise<Buffer> => {
  const image = sharp(Buffer.from(svg), { density: 72 });
  return file.endsWith('.png')
    ? image.png({ palette: true, compressionLevel: 9 }).toBuffer()
    : image.webp({ quality: 84, effort: 6, smartSubsample: true }).toBuffer();
};

const draw = async (sampleRoot: string, wanted: string[]): Promise<void> => {
  const pictures = picturesOf(readCatalogue(sampleRoot)).filter(
    ({ file }) => wanted.length === 0 || wanted.some((part) => file.includes(part)),
  );
  for (const { file, svg } of pictures) {
    const target = path.join(sampleRoot, 'images', file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, await encode(file, svg));
  }
  process.stdout.write(`${pictures.length} pictures drawn\n`);
};

const [, , sampleRoot = '', ...wanted] = process.argv;
void draw(sampleRoot, wanted);
