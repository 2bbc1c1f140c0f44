import { AsyncLocalStorage } from 'node:async_hooks';
import type { WithStrapi } from '#platform/strapi/with-strapi';

/** The origin of a write, if the write itself does not show it. */
export type WriteOrigin = 'copy' | 'import' | 'restore';

const NAME = 'write-origin';

/**
 * Stored by Strapi instance, because a script that writes through a service has loaded its modules
 * again.
 */
const getStorage = ({ strapi }: WithStrapi): AsyncLocalStorage<WriteOrigin> => {
  if (!strapi.has(NAME)) strapi.add(NAME, new AsyncLocalStorage<WriteOrigin>());
  return strapi.get(NAME);
};

/** Runs work and marks all its writes with their origin. */
export const withWriteOrigin = <T>(
  { strapi }: WithStrapi,
  origin: WriteOrigin,
  work: () => Promise<T>,
): Promise<T> => getStorage({ strapi }).run(origin, work);

/** Returns the origin of the current write; null for a direct write. */
export const getCurrentWriteOrigin = ({ strapi }: WithStrapi): WriteOrigin | null =>
  getStorage({ strapi }).getStore() ?? null;
