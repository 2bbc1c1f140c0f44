import { createHash } from 'node:crypto';
import { EVERYTHING, typeKey, type DependencyKey } from '../invalidation/keys';
import type { MadeFrom } from '../made-from';

/** What every answer carries: it stands for everything that there is. */
export const ALL = 'all';

/** 48 bits: two of a million keys share a tag once in hundreds of catalogues, and then too much is dropped. */
const LENGTH = 8;

/**
 * What stands for a dependency outside: in headers of answers, in purges and in webhooks. Short, because an
 * answer can have hundreds, and the same on every node and in every release, because caches keep it for long.
 */
export const tagOf = (key: DependencyKey): string =>
  key === EVERYTHING ? ALL : createHash('sha256').update(key).digest('base64url').slice(0, LENGTH);

/** The headers in which caches look for tags, by their names in lower case, with what they put between two. */
export const tagHeaders = {
  'surrogate-key': { name: 'Surrogate-Key', separator: ' ' },
  xkey: { name: 'xkey', separator: ' ' },
  'cache-tag': { name: 'Cache-Tag', separator: ',' },
  'cdn-tag': { name: 'CDN-Tag', separator: ',' },
  'edge-cache-tag': { name: 'Edge-Cache-Tag', separator: ',' },
} as const;

export type TagHeader = keyof typeof tagHeaders;

export const isTagHeader = (name: string): name is TagHeader => name in tagHeaders;

type Made = Pick<MadeFrom, 'shown' | 'chosenBy' | 'types'>;

type Bounds = {
  headers: readonly TagHeader[];
  /** Bytes that the tags in one header may take. */
  maxBytes: number;
};

/**
 * The tags of an answer. Where there are too many, those of the types stand for all the others: every change
 * of a document touches its type as well, so the answer is dropped too often, and never too seldom.
 */
const tagsOf = ({ shown, chosenBy, types }: Made, maxBytes: number): readonly string[] => {
  const tags = new Set([ALL]);
  const room = 1 + (maxBytes - ALL.length) / (LENGTH + 1);
  for (const key of [...chosenBy, ...shown]) {
    tags.add(tagOf(key));
    if (tags.size > room) return [ALL, ...Array.from(types, (uid) => tagOf(typeKey(uid)))];
  }
  return [...tags];
};

/** The headers with an answer's tags, as a flat list of names and values. */
export const tagHeadersOf = ({ headers, maxBytes }: Bounds, made: Made): readonly string[] => {
  if (headers.length === 0) return [];
  const tags = tagsOf(made, maxBytes);
  return headers.flatMap((header) => {
    const { name, separator } = tagHeaders[header];
    return [name, tags.join(separator)];
  });
};
