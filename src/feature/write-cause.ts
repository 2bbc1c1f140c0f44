import { AsyncLocalStorage } from 'node:async_hooks';
import type { WithStrapi } from '../platform/with-strapi';

/** The origin of a write, if the write itself does not show it. */
export type WriteCause = 'copy' | 'import' | 'restore';

const NAME = 'write-cause';

/**
 * Stored by Strapi instance, because a script that writes through a service has loaded its modules
 * again.
 */
const storageOf = ({ strapi }: WithStrapi): AsyncLocalStorage<WriteCause> => {
  if (!strapi.has(NAME)) strapi.add(NAME, new AsyncLocalStorage<WriteCause>());
  return strapi.get(NAME);
};

/** Runs work and marks all its writes with their origin. */
export const because = <T>(
  { strapi }: WithStrapi,
  cause: WriteCause,
  work: () => Promise<T>,
): Promise<T> => storageOf({ strapi }).run(cause, work);

/** Returns the origin of the current write; null for a direct write. */
export const causeNow = ({ strapi }: WithStrapi): WriteCause | null =>
  storageOf({ strapi }).getStore() ?? null;
