import { randomBytes } from 'node:crypto';

/**
 * The parameter of a file's address that is another one whenever the address shows something else: Strapi keeps a
 * file's name when the file is replaced, and whoever has kept the one before would go on showing it.
 */
export const VERSION = 'v';

/** The version in an address; null for a file that still is what it was when it was uploaded. */
export const versionOf = (url: string): string | null =>
  new URLSearchParams(url.split('?')[1] ?? '').get(VERSION);

/** An address as it is to be from now on. */
export const withNewVersion = (url: string): string => {
  const [address = '', query] = url.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set(VERSION, randomBytes(4).toString('hex'));
  return `${address}?${parameters.toString()}`;
};
