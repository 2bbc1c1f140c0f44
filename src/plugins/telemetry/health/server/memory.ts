import { totalmem } from 'node:os';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { uploadSettings, type UploadLimits } from '#platform/storage/settings';
import { fitCaches, readHeapLimit, type CacheSizes, deliverySettings } from '#delivery/settings';
import { getFeatures } from '#feature/application';

const MEGABYTE = 2 ** 20;

/** Memory of a started node without caches (docs/reference/memory.md). */
const BASE_BYTES = 500 * MEGABYTE;

/** Memory per pixel of a decoded picture and of the sizes that are created from it. */
const BYTES_PER_PIXEL = 10;

export type MemorySettings = CacheSizes &
  Pick<UploadLimits, 'maxPixels'> & {
    /** Memory of the features' work. */
    workBytes: number;
  };

/** Memory limits of the process in bytes: of the JavaScript heap, and in total. */
export type MemoryLimits = { heap: number; process: number };

/** Returns the maximum memory of a node in bytes. */
export const sumMemory = (settings: MemorySettings, heapLimit: number): number => {
  const { documentCacheBytes, cacheBytes } = fitCaches(settings, heapLimit);
  return (
    BASE_BYTES +
    documentCacheBytes +
    cacheBytes +
    settings.maxPixels * BYTES_PER_PIXEL +
    settings.workBytes
  );
};

const formatMegabytes = (bytes: number): string => `${Math.round(bytes / MEGABYTE)} MB`;

/** Returns warnings about the memory of a node that starts. */
export const listMemoryWarnings = (settings: MemorySettings, limits: MemoryLimits): string[] => {
  const warnings: string[] = [];
  const configuredBytes = settings.documentCacheBytes + settings.cacheBytes;
  const { documentCacheBytes, cacheBytes } = fitCaches(settings, limits.heap);
  if (documentCacheBytes + cacheBytes < configuredBytes) {
    warnings.push(
      `memory: DELIVERY_DOCUMENT_CACHE_MB and DELIVERY_CACHE_MB allow ${formatMegabytes(configuredBytes)}, more than half of the heap ` +
        `limit of ${formatMegabytes(limits.heap)}: the caches take ${formatMegabytes(documentCacheBytes)} and ${formatMegabytes(cacheBytes)}`,
    );
  }
  const sum = sumMemory(settings, limits.heap);
  if (sum > limits.process) {
    warnings.push(
      `memory: this node may need ${formatMegabytes(sum)} and has ${formatMegabytes(limits.process)}: ` +
        `see docs/reference/memory.md`,
    );
  }
  return warnings;
};

/** Returns the memory limit of the control group, else the memory of the machine. */
const readProcessLimit = (): number => {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
};

/** Logs warnings if the limits of the process are too small for the settings. */
export const warnOfMemory = ({ strapi }: WithStrapi): void => {
  const { documentCacheBytes, cacheBytes } = deliverySettings.of({ strapi });
  const { maxPixels } = uploadSettings.of({ strapi });
  const workBytes = getFeatures({ strapi })
    .map(({ maxMemory }) => maxMemory?.({ strapi }) ?? 0)
    .reduce((sum, bytes) => sum + bytes, 0);
  const limits = { heap: readHeapLimit(), process: readProcessLimit() };
  const settings = { documentCacheBytes, cacheBytes, maxPixels, workBytes };
  for (const warning of listMemoryWarnings(settings, limits)) strapi.log.warn(warning);
};
