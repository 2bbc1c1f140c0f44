import { getHeapStatistics } from 'node:v8';

export type CacheSizes = { documentCacheBytes: number; cacheBytes: number };

/** Maximum share of the heap limit that both caches may use together. */
const HEAP_SHARE = 0.5;

/** Returns the heap limit of this process in bytes, as Node.js derives it. */
export const readHeapLimit = (): number => getHeapStatistics().heap_size_limit;

/** Returns the sizes of both caches. They shrink in proportion above half of the heap limit. */
export const fitCaches = (
  { documentCacheBytes, cacheBytes }: CacheSizes,
  heapLimit: number,
): CacheSizes => {
  const factor = Math.min(1, (heapLimit * HEAP_SHARE) / (documentCacheBytes + cacheBytes));
  return {
    documentCacheBytes: Math.floor(documentCacheBytes * factor),
    cacheBytes: Math.floor(cacheBytes * factor),
  };
};
