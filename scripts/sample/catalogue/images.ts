import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from '@strapi/utils';

/** An image of the sample, with the texts that belong to the file wherever it is shown. */
export type SampleImage = {
  /** Path below `images` with forward slashes, by which data files refer to it. */
  file: string;
  path: string;
  alt: string;
  caption: string | null;
};

const words = z.strictObject({ alt: z.string().min(1), caption: z.string().min(1).optional() });
const wordsFile = z.record(z.string(), words);

const listFiles = (directory: string, prefix = ''): string[] =>
  readdirSync(directory).flatMap((name) => {
    const file = path.join(directory, name);
    return statSync(file).isDirectory()
      ? listFiles(file, `${prefix}${name}/`)
      : [`${prefix}${name}`];
  });

/** Returns the images that have texts in images.yaml. */
export const readImages = (root: string): Map<string, SampleImage> => {
  const parsed = wordsFile.safeParse(parse(readFileSync(path.join(root, 'images.yaml'), 'utf8')));
  if (!parsed.success) throw new Error(`images.yaml: ${z.prettifyError(parsed.error)}`);
  return new Map(
    Object.entries(parsed.data).map(([file, { alt, caption }]) => [
      file,
      { file, path: path.join(root, 'images', file), alt, caption: caption ?? null },
    ]),
  );
};

/** Returns the errors in the images themselves. */
export const findImageProblems = (root: string, images: Map<string, SampleImage>): string[] => [
  ...[...images.values()]
    .filter((image) => !existsSync(image.path))
    .map(({ file }) => `images.yaml: there is no file images/${file}`),
  ...listFiles(path.join(root, 'images'))
    .filter((file) => !images.has(file))
    .map((file) => `images/${file}: has no words in images.yaml`),
];
