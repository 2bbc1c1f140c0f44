import { createHash } from 'node:crypto';

/**
 * Returns the documentId of a sample entry or picture, the same in every installation, so that
 * examples of the documentation can name it.
 *
 * @param name folder and key, such as `products/medicina-felina`
 */
export const sampleDocumentId = (name: string): string => {
  const hash = createHash('sha256').update(name).digest('hex');
  return `sample${BigInt(`0x${hash}`).toString(36).slice(0, 18)}`;
};
