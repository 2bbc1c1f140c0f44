import { getHeapStatistics } from 'node:v8';
import type { ReadingSettings } from './settings';

export type CacheSizes = Pick<ReadingSettings, 'fragmentBytes' | 'cacheBytes'>;

/** The share of the heap limit that the caches may take together. */
const HEAP_SHARE = 0.5;

/** Bytes that JavaScript may take in this process; Node.js derives them from the machine or the control group. */
export const readHeapLimit = (): number => getHeapStatistics().heap_size_limit;

/**
 * Returns how large the caches of documents and of answers become: as the settings say, or less where they would take
 * more than half of the heap limit together.
 */
export const fitCaches = (
  { fragmentBytes, cacheBytes }: CacheSizes,
  heapLimit: number,
): CacheSizes => {
  const factor = Math.min(1, (heapLimit * HEAP_SHARE) / (fragmentBytes + cacheBytes));
  return {
    fragmentBytes: Math.floor(fragmentBytes * factor),
    cacheBytes: Math.floor(cacheBytes * factor),
  };
};
