import { AsyncLocalStorage } from 'node:async_hooks';
import type { WithStrapi } from '../platform/with-strapi';

/** What a write is part of, where the write itself does not say it. */
export type WriteCause = 'copy' | 'import' | 'restore';

const NAME = 'write-cause';

/** One for each Strapi: a script that writes through a service has loaded its modules another time. */
const storageOf = ({ strapi }: WithStrapi): AsyncLocalStorage<WriteCause> => {
  if (!strapi.has(NAME)) strapi.add(NAME, new AsyncLocalStorage<WriteCause>());
  return strapi.get(NAME);
};

/** Says of all writes within some work what they are part of. */
export const because = <T>(
  { strapi }: WithStrapi,
  cause: WriteCause,
  work: () => Promise<T>,
): Promise<T> => storageOf({ strapi }).run(cause, work);

/** What the write that is being made is part of; null where it stands for itself. */
export const causeNow = ({ strapi }: WithStrapi): WriteCause | null =>
  storageOf({ strapi }).getStore() ?? null;
