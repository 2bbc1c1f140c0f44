import { createHash } from 'node:crypto';
import { EVERYTHING, typeKey, type DependencyKey } from '../invalidation/keys';
import type { DependencySet } from './response';

/** Tag of every response. A purge of it purges everything. */
export const ALL = 'all';

/** Characters of a tag: 48 bits. Two of a million keys collide once in hundreds of catalogues. */
const TAG_LENGTH = 8;

/**
 * Returns the public tag of a dependency key, used in response headers, purges and webhooks. It is
 * short because a response can have hundreds. It is the same on every node and in every release,
 * because caches store it for long.
 */
export const tagOf = (key: DependencyKey): string =>
  key === EVERYTHING
    ? ALL
    : createHash('sha256').update(key).digest('base64url').slice(0, TAG_LENGTH);

/** Supported tag headers by lower-case name, with the separator between tags. */
export const tagHeaders = {
  'surrogate-key': { name: 'Surrogate-Key', separator: ' ' },
  xkey: { name: 'xkey', separator: ' ' },
  'cache-tag': { name: 'Cache-Tag', separator: ',' },
  'cdn-tag': { name: 'CDN-Tag', separator: ',' },
  'edge-cache-tag': { name: 'Edge-Cache-Tag', separator: ',' },
} as const;

export type TagHeader = keyof typeof tagHeaders;

export const isTagHeader = (name: string): name is TagHeader => name in tagHeaders;

type TaggedDependencies = Pick<DependencySet, 'contentKeys' | 'queryKeys' | 'types'>;

type Bounds = {
  headers: readonly TagHeader[];
  /** Maximum bytes of the tags in one header. */
  maxBytes: number;
};

/**
 * Returns the tags of a response. If there are too many, the tags of the content types replace
 * them. Every change of a document also touches its type, so the response is purged too often but
 * never too seldom.
 */
const collectTags = (
  { contentKeys, queryKeys, types }: TaggedDependencies,
  maxBytes: number,
): readonly string[] => {
  const tags = new Set([ALL]);
  const maxTags = 1 + (maxBytes - ALL.length) / (TAG_LENGTH + 1);
  for (const key of [...queryKeys, ...contentKeys]) {
    tags.add(tagOf(key));
    if (tags.size > maxTags) return [ALL, ...Array.from(types, (uid) => tagOf(typeKey(uid)))];
  }
  return [...tags];
};

/** Returns the tag headers of a response as a flat list of names and values. */
export const tagHeadersOf = (
  { headers, maxBytes }: Bounds,
  dependencies: TaggedDependencies,
): readonly string[] => {
  if (headers.length === 0) return [];
  const tags = collectTags(dependencies, maxBytes);
  return headers.flatMap((header) => {
    const { name, separator } = tagHeaders[header];
    return [name, tags.join(separator)];
  });
};
