import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { IncomingHttpHeaders } from 'node:http';
import type { DependencyKey } from '../invalidation/keys';
import { concatBuffers, Json } from '../json';
import type { QueryResult } from '../selections/selection-cache';

/** Documents that were read together from the document cache. */
export type CachedTexts = {
  /** Keys of the cached documents, by the text to find in the response. */
  texts: ReadonlyMap<Buffer, string>;
  keys: ReadonlySet<DependencyKey>;
};

/** Everything that a response was made from. */
export type DependencySet = {
  /** Keys of the content. A change of one of them may change the response. */
  contentKeys: ReadonlySet<DependencyKey>;
  /** Query results that determine which documents, or how many, the response shows. */
  queryResults: readonly QueryResult[];
  /** Keys of the queries. After a change of one of them, they may find other documents. */
  queryKeys: ReadonlySet<DependencyKey>;
  /** Content types that the keys belong to. */
  types: ReadonlySet<string>;
  /** Documents whose texts can be assembled again. */
  cachedTexts: readonly CachedTexts[];
  /** Dependency keys of all other content, whose change requires a new computation. */
  recomputeOn: ReadonlySet<DependencyKey>;
};

export type Compression = 'gzip' | 'br';

type Coding = 'identity' | Compression;

export type Body = { bytes: Buffer; etag: string };

/** Pieces of a body: constant text, and the keys of cached documents. */
export type Layout = readonly ({ text: Buffer } | { cacheKey: string })[];

/** A whole response as it is sent. */
export type StoredResponse = {
  identity: Body;
  /** Compressed bodies. Each is computed once, when a caller first accepts it. */
  compressed: Map<Compression, Body>;
  compressing: Map<Compression, Promise<Body>>;
  contentType: string;
  cacheControl: string;
  /** Cache tag headers for shared caches, as a flat list of names and values. */
  tags: readonly string[];
  /** Whether students receive another response. */
  variesByCaller?: boolean;
  /** All dependency keys, and the content types that they belong to. */
  dependencies: ReadonlySet<DependencyKey>;
  types: ReadonlySet<string>;
  /** Query results, and the dependency keys whose change only requires a check of them. */
  queryResults: readonly QueryResult[];
  revalidateOn: readonly DependencyKey[];
  /** Layout for a new assembly; null if the response cannot be assembled. */
  layout: Layout | null;
  /** Dependency keys whose change requires a new computation. */
  recomputeOn: ReadonlySet<DependencyKey>;
  /** Expiry by `performance.now()`; Infinity if the response does not expire. */
  expiresAt: number;
};

const compressors = {
  gzip: (bytes: Buffer): Promise<Buffer> => promisify(gzip)(bytes, { level: 6 }),
  br: (bytes: Buffer): Promise<Buffer> =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
      },
    }),
};

/** Digests of texts, which many responses and versions of a response share. */
const digests = new WeakMap<Buffer, string>();

const computeDigest = (text: Buffer): string => {
  const cached = digests.get(text);
  if (cached !== undefined) return cached;
  const digest = hash('sha1', text, 'base64url');
  digests.set(text, digest);
  return digest;
};

/** Returns a strong validator. It differs for other bytes and for each coding. */
const computeEtag = (pieces: readonly Buffer[]): string => {
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) return `"${computeDigest(only)}"`;
  return `"${hash('sha1', pieces.map(computeDigest).join(), 'base64url')}"`;
};

/** Minimum size in bytes for compression. Below it, compression has no noticeable effect. */
const WORTH_COMPRESSING = 1_024;

const findReadyBody = (response: StoredResponse, coding: Coding): Body | undefined =>
  coding === 'identity' ? response.identity : response.compressed.get(coding);

const compress = async (response: StoredResponse, coding: Compression): Promise<Body> => {
  const { bytes, etag } = response.identity;
  const compressed = await compressors[coding](bytes);
  const body = { bytes: compressed, etag: `${etag.slice(0, -1)}-${coding}"` };
  response.compressed.set(coding, body);
  return body;
};

export const encodeBody = async (response: StoredResponse, coding: Coding): Promise<Body> => {
  if (coding === 'identity') return response.identity;
  const ready = response.compressed.get(coding);
  if (ready !== undefined) return ready;
  const pendingBody = response.compressing.get(coding) ?? compress(response, coding);
  response.compressing.set(coding, pendingBody);
  return pendingBody.finally(() => response.compressing.delete(coding));
};

/** Share of a signed URL's lifetime in which it is sent. The rest is left to the client. */
const SHARE_OF_LIFE = 0.5;

/**
 * Maximum seconds for which others may use a response that changes at a date. They receive the same
 * headers until then, so that a longer time would reach far beyond the date.
 */
const MAX_SHARED_SECONDS = 60;

type Lifetimes = {
  maxAge: number;
  sharedMaxAge: number;
  staleWhileRevalidate: number;
  staleIfError: number;
};

/**
 * Returns how long this process, browsers and shared caches may use a response.
 *
 * @param ends `urlSeconds`: lifetime of the URLs in the response, Infinity if they do not expire;
 *   `expiresAt`: expiry of its content by `performance.now()`
 */
export const computeLifetime = (
  { maxAge, sharedMaxAge, staleWhileRevalidate, staleIfError }: Lifetimes,
  { urlSeconds, expiresAt }: { urlSeconds: number; expiresAt: number },
): Pick<StoredResponse, 'cacheControl' | 'expiresAt'> => {
  const seconds = urlSeconds * SHARE_OF_LIFE;
  const mostSeconds = expiresAt === Infinity ? Infinity : MAX_SHARED_SECONDS;
  const limitSeconds = (requestedSeconds: number): number =>
    Math.min(requestedSeconds, mostSeconds, Math.floor(seconds));
  const stale = Object.entries({
    'stale-while-revalidate': Math.min(staleWhileRevalidate, mostSeconds),
    'stale-if-error': staleIfError,
  }).filter(([, requestedSeconds]) => seconds === Infinity && requestedSeconds > 0);
  const cacheControl = [
    'public',
    `max-age=${limitSeconds(maxAge)}`,
    `s-maxage=${limitSeconds(sharedMaxAge)}`,
    ...(stale.length === 0
      ? ['must-revalidate']
      : stale.map(([name, requestedSeconds]) => `${name}=${requestedSeconds}`)),
  ].join(', ');
  return { cacheControl, expiresAt: Math.min(performance.now() + seconds * 1000, expiresAt) };
};

/** Returns a stale response, which clients must not store. */
export const asStale = (
  response: StoredResponse,
  secondsSilent: number,
): { response: StoredResponse; cacheStatus: string } => ({
  response: { ...response, cacheControl: 'no-store' },
  cacheStatus: `"education-cms"; hit; ttl=-${Math.ceil(secondsSilent)}; detail=stale-if-error`,
});

/** @param pieces the parts that the bytes consist of */
const createBody = (
  bytes: Buffer,
  pieces: readonly Buffer[],
): Pick<StoredResponse, 'identity' | 'compressed' | 'compressing'> => ({
  identity: { bytes, etag: computeEtag(pieces) },
  compressed: new Map(),
  compressing: new Map(),
});

/**
 * Returns the pieces of a body that can be assembled again. A document that was parsed, or that is
 * not in the body as it was read, becomes constant text.
 */
const computeLayout = (
  body: readonly Buffer[],
  { contentKeys, queryKeys, cachedTexts, recomputeOn: uncachedKeys }: DependencySet,
): Pick<StoredResponse, 'layout' | 'recomputeOn'> => {
  const inBody = new Set(body);
  const recomputeOn = new Set(uncachedKeys);
  for (const key of queryKeys) if (contentKeys.has(key)) recomputeOn.add(key);
  const cacheKeyOf = new Map<Buffer, string>();
  for (const { texts, keys } of cachedTexts) {
    const isIncluded = [...texts.keys()].every((text) => inBody.has(text) && !Json.wasParsed(text));
    if (isIncluded) for (const [text, key] of texts) cacheKeyOf.set(text, key);
    else for (const key of keys) recomputeOn.add(key);
  }
  if (cacheKeyOf.size === 0) return { layout: null, recomputeOn };
  const layout = body.map((piece) => {
    const cacheKey = cacheKeyOf.get(piece);
    return cacheKey === undefined ? { text: piece } : { cacheKey };
  });
  return { layout, recomputeOn };
};

/** Returns the pieces of the body that a layout describes. */
export const fillLayout = (layout: Layout, texts: readonly Buffer[]): readonly Buffer[] => {
  let next = 0;
  return layout.map((piece) => ('text' in piece ? piece.text : (texts[next++] ?? Buffer.alloc(0))));
};

/** @param pieces the parts of the bytes; null if they changed after composition, as by signing */
export const toStored = (
  bytes: Buffer,
  pieces: readonly Buffer[] | null,
  dependencies: DependencySet,
  head: Pick<StoredResponse, 'cacheControl' | 'expiresAt' | 'tags' | 'variesByCaller'> & {
    mediaType?: string;
  },
): StoredResponse => {
  const { contentKeys, queryResults, queryKeys, types } = dependencies;
  const { mediaType = 'application/json', ...headFields } = head;
  return {
    ...headFields,
    contentType: `${mediaType}; charset=utf-8`,
    ...createBody(bytes, pieces ?? [bytes]),
    ...(pieces === null
      ? { layout: null, recomputeOn: contentKeys }
      : computeLayout(pieces, dependencies)),
    dependencies: new Set([...contentKeys, ...queryKeys]),
    types,
    queryResults,
    revalidateOn: [...queryKeys].filter((key) => !contentKeys.has(key)),
  };
};

/** Returns the response with another body, or the same object if the bytes are equal. */
export const withBody = (response: StoredResponse, pieces: readonly Buffer[]): StoredResponse => {
  if (computeEtag(pieces) === response.identity.etag) return response;
  return { ...response, ...createBody(concatBuffers(pieces), pieces) };
};

const isWorthCompressing = ({ identity }: StoredResponse): boolean =>
  identity.bytes.byteLength >= WORTH_COMPRESSING;

/**
 * The response to send: status, headers of the body, and the body. Headers are a flat list of names
 * and values. An object per response would cost a third of a cache hit's whole budget.
 */
export type Representation = {
  status: 200 | 304;
  headers: readonly string[];
  body: Buffer | null;
};

export const toHeaderPairs = (headers: readonly string[]): [name: string, value: string][] =>
  headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1] ?? '']] : []));

/** Request header that decides which response a caller receives, where they differ. */
export const CALLER_HEADER = 'Authorization';

/** Supported codings, best first, with patterns that name one and refuse it (`gzip;q=0`). */
const compressions = (['br', 'gzip'] as const).map((coding) => ({
  coding,
  isNamed: new RegExp(`\\b${coding}\\b`),
  isRefused: new RegExp(`\\b${coding}\\s*;\\s*q=0(?:\\.0*)?(?:\\s*,|\\s*$)`),
}));

const negotiateCoding = (accepted: string | string[] | undefined): Coding => {
  if (typeof accepted !== 'string') return 'identity';
  const best = compressions.find(
    ({ isNamed, isRefused }) => isNamed.test(accepted) && !isRefused.test(accepted),
  );
  return best?.coding ?? 'identity';
};

/** Returns true if the caller has the body. RFC 9110 requires a weak comparison. */
const has = (knownEtags: string | undefined, etag: string): boolean => {
  if (knownEtags === undefined) return false;
  if (knownEtags === etag || knownEtags === '*') return true;
  return knownEtags.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
};

const toRepresentation = (
  response: StoredResponse,
  coding: Coding,
  { bytes, etag }: Body,
  knownEtags: string | undefined,
): Representation => {
  const headers = ['ETag', etag, 'Cache-Control', response.cacheControl, ...response.tags];
  // Without `Vary`, a shared cache may send this anonymous response to callers with a token.
  if (response.variesByCaller === true) headers.push('Vary', CALLER_HEADER);
  if (has(knownEtags, etag)) return { status: 304, headers, body: null };
  headers.push('Content-Type', response.contentType);
  if (coding !== 'identity') headers.push('Content-Encoding', coding);
  headers.push('Content-Length', String(bytes.byteLength));
  return { status: 200, headers, body: bytes };
};

const selectCoding = (response: StoredResponse, headers: IncomingHttpHeaders): Coding =>
  isWorthCompressing(response) ? negotiateCoding(headers['accept-encoding']) : 'identity';

/** Returns the response in a coding that the request accepts, or 304 if the caller has it. */
export const negotiate = async (
  response: StoredResponse,
  headers: IncomingHttpHeaders,
): Promise<Representation> => {
  const coding = selectCoding(response, headers);
  const body = await encodeBody(response, coding);
  return toRepresentation(response, coding, body, headers['if-none-match']);
};

/** Returns it synchronously; null if the coding has not been compressed yet. */
export const negotiateReady = (
  response: StoredResponse,
  headers: IncomingHttpHeaders,
): Representation | null => {
  const coding = selectCoding(response, headers);
  const body = findReadyBody(response, coding);
  return body === undefined
    ? null
    : toRepresentation(response, coding, body, headers['if-none-match']);
};
