import { createHash } from 'node:crypto';

/**
 * Returns the documentId of a sample entry or picture, the same in every installation, so that
 * examples of the documentation can name it.
 *
 * @param name folder and key, such as `products/medicina-felina`
 */
export const buildSampleDocumentId = (name: string): string => {
  const hash = createHash('sha256').update(name).digest('hex');
  return `sample${BigInt(`0x${hash}`).toString(36).slice(0, 18)}`;
};

/**
 * Returns the digits at the end of a stored picture's name, the same in every installation.
 *
 * @param file path of the picture, such as `products/medicina-felina.es.webp`
 */
export const buildSampleFileDigits = (file: string): string =>
  createHash('sha256').update(file).digest('hex').slice(0, 10);
