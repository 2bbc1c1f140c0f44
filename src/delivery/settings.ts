import { getHeapStatistics } from 'node:v8';
import { z } from '@strapi/utils';
import { defineSettingsSection, flag, list, wholeNumber } from '#platform/settings/section';
import { isTagHeader, tagHeaders } from './http-cache/tags';

const MEGABYTE = 1024 * 1024;
const YEAR = 31_536_000;

const knownTagHeaders = Object.values(tagHeaders)
  .map(({ name }) => name)
  .join(', ');

export const deliverySettings = defineSettingsSection(
  'delivery',
  ({ isProduction }) =>
    z
      .object({
        DELIVERY_DOCUMENT_CACHE: flag.default(true),
        DELIVERY_CACHE: flag.default(true),
        DELIVERY_DOCUMENT_CACHE_MB: wholeNumber(1, 65_536).default(256),
        DELIVERY_CACHE_MB: wholeNumber(1, 65_536).default(256),
        DELIVERY_CONNECTIONS: wholeNumber(1, 100).default(4),
        DELIVERY_MAX_AGE: wholeNumber(0, YEAR).default(0),
        DELIVERY_S_MAXAGE: wholeNumber(0, YEAR).default(0),
        DELIVERY_STALE_WHILE_REVALIDATE: wholeNumber(0, YEAR).default(0),
        DELIVERY_TAG_HEADERS: list
          .transform((names) => names.map((name) => name.toLowerCase()))
          .refine((names) => names.every(isTagHeader), `must be among ${knownTagHeaders}`)
          .default([]),
        DELIVERY_TAG_BYTES: wholeNumber(250, 16_000).default(4_000),
        DELIVERY_STALE_IF_ERROR: wholeNumber(0, YEAR).default(600),
        DELIVERY_REFRESH: flag.default(true),
        DELIVERY_DEBUG_HEADERS: flag.default(!isProduction),
      })
      .transform((env) => ({
        /** Whether the JSON of single documents is cached, and whether whole responses are. */
        documentCache: env.DELIVERY_DOCUMENT_CACHE,
        cache: env.DELIVERY_CACHE,
        documentCacheBytes: env.DELIVERY_DOCUMENT_CACHE_MB * MEGABYTE,
        cacheBytes: env.DELIVERY_CACHE_MB * MEGABYTE,
        /** Number of database connections reserved for reads. */
        connections: env.DELIVERY_CONNECTIONS,
        /** Seconds for which browsers and shared caches may use a response, as in RFC 9111. */
        maxAge: env.DELIVERY_MAX_AGE,
        sharedMaxAge: env.DELIVERY_S_MAXAGE,
        staleWhileRevalidate: env.DELIVERY_STALE_WHILE_REVALIDATE,
        /** Seconds for which stale responses may be served while the database is unavailable. */
        staleIfError: env.DELIVERY_STALE_IF_ERROR,
        /** Cache tag headers, and the maximum bytes of each. */
        tags: {
          headers: env.DELIVERY_TAG_HEADERS.filter(isTagHeader),
          maxBytes: env.DELIVERY_TAG_BYTES,
        },
        /** Whether popular responses are refreshed in the background. */
        refresh: env.DELIVERY_REFRESH,
        /** Whether headers report source and duration of a response, and `/_delivery` exists. */
        hasDebugHeaders: env.DELIVERY_DEBUG_HEADERS,
      })),
  {
    DELIVERY_DOCUMENT_CACHE: 'DELIVERY_FRAGMENTS',
    DELIVERY_DOCUMENT_CACHE_MB: 'DELIVERY_FRAGMENTS_MB',
    DELIVERY_DEBUG_HEADERS: 'DELIVERY_TELL',
  },
);

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
