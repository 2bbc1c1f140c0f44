import { randomBytes } from 'node:crypto';

/**
 * Query parameter of a file's URL that changes with its content. Strapi keeps the name of a
 * replaced file, so caches would continue to show the earlier content.
 */
export const VERSION = 'v';

/** Returns the version in a URL; null for a file that was not changed since its upload. */
export const getAddressVersion = (url: string): string | null =>
  new URLSearchParams(url.split('?')[1] ?? '').get(VERSION);

/** Returns a URL with a new version. */
export const withNewVersion = (url: string): string => {
  const [address = '', query] = url.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set(VERSION, randomBytes(4).toString('hex'));
  return `${address}?${parameters.toString()}`;
};
