import type { WithStrapi } from '../../../../platform/with-strapi';
import { ALL } from '../../../../delivery/http-cache/tags';
import { throttleOf } from '../../../../platform/throttle';
import { purgesOf, type Taken } from './purges';
import { NotPurged, type Target } from './targets/target';

const idsOf = (taken: Taken): string[] => [...taken.values()].flat();

const inChunks = (taken: Taken, size: number): Taken[] => {
  const entries = [...taken];
  const chunks: Taken[] = [];
  for (let at = 0; at < entries.length; at += size) {
    chunks.push(new Map(entries.slice(at, at + size)));
  }
  return chunks;
};

/** @throws NotPurged if the rate limit of the target is exhausted */
const admit = async ({ strapi }: WithStrapi, { name, limit }: Target): Promise<void> => {
  if (limit === undefined) return;
  const seconds = await throttleOf({ strapi }).take({ limit, key: name });
  if (seconds !== null) throw new NotPurged('reached its request limit', seconds);
};

/**
 * Purges the due tags at a target in as few requests as possible.
 *
 * @throws NotPurged if some tags were not purged
 */
export const flush = async ({ strapi }: WithStrapi, target: Target): Promise<void> => {
  const purges = purgesOf({ strapi });
  for (;;) {
    const due = await purges.take(target.name);
    if (due.size === 0) return;
    const isTooMuch = due.has(ALL) || due.size > target.mostTags;
    const taken = isTooMuch ? await purges.replaceByAll(target.name, idsOf(due)) : due;
    const chunks = inChunks(taken, target.tagsPerRequest);
    try {
      for (let chunk = chunks[0]; chunk !== undefined; chunk = chunks[0]) {
        await admit({ strapi }, target);
        await target.purge([...chunk.keys()]);
        await purges.remove(idsOf(chunk));
        chunks.shift();
      }
    } catch (error) {
      await purges.release(chunks.flatMap(idsOf));
      throw error;
    }
  }
};
