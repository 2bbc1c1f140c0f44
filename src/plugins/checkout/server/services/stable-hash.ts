import { createHash } from 'node:crypto';

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
};

/**
 * A hash of JSON, the same for values that differ only in the order of their keys.
 *
 * By hand, because hashes of it are stored: `safe-stable-stringify` puts keys like `9` and `10` into another
 * order, so that a release with it would not recognise the requests of the one before.
 */
export const stableHash = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('hex');
