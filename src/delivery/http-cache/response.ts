import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { DependencyKey } from '../invalidation/keys';
import { bytesOf, Json } from '../json';
import type { MadeFrom } from '../made-from';
import type { Chosen } from '../selections/selections';

export type Compression = 'gzip' | 'br';

/** How a body can be written. */
export type Coding = 'identity' | Compression;

export type Body = { bytes: Buffer; etag: string };

/** A body in pieces: text that stays as it is, and the keys of documents' parts where those documents stand. */
export type Layout = readonly ({ text: Buffer } | { part: string })[];

/** A whole response, as it goes over the wire. */
export type StoredResponse = {
  identity: Body;
  /** Compressed forms, made once, when somebody first asks for one. */
  compressed: Map<Compression, Body>;
  compressing: Map<Compression, Promise<Body>>;
  contentType: string;
  cacheControl: string;
  /** The headers that tell caches in front what it was made from, names and values by turns. */
  tags: readonly string[];
  /** Whether students get another one. */
  variesByCaller?: boolean;
  /** Everything that it depends on, and the types that this is about. */
  dependencies: ReadonlySet<DependencyKey>;
  types: ReadonlySet<string>;
  /** What was found for it; and those of its dependencies that only put in question whether that still holds. */
  chosen: readonly Chosen[];
  questioning: readonly DependencyKey[];
  /** How to put it together again; null where it cannot be. */
  layout: Layout | null;
  /** Those of its dependencies that it has to be made anew for. */
  fixed: ReadonlySet<DependencyKey>;
  /** When it has to be made again, by `performance.now()`; Infinity where time alone is no reason. */
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

/** Texts are shown by many answers, and in many editions of one: each is digested once. */
const digests = new WeakMap<Buffer, string>();

const digestOf = (text: Buffer): string => {
  const known = digests.get(text);
  if (known !== undefined) return known;
  const digest = hash('sha1', text, 'base64url');
  digests.set(text, digest);
  return digest;
};

/** A strong validator: another one for other bytes, and another one for each coding. */
const etagOf = (pieces: readonly Buffer[]): string => {
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) return `"${digestOf(only)}"`;
  return `"${hash('sha1', pieces.map(digestOf).join(), 'base64url')}"`;
};

/** Smaller than this, compression gains nothing that a network would notice. */
const WORTH_COMPRESSING = 1_024;

/** The body in a coding, if it has been made. */
export const readyBody = (response: StoredResponse, coding: Coding): Body | undefined =>
  coding === 'identity' ? response.identity : response.compressed.get(coding);

const compress = async (response: StoredResponse, coding: Compression): Promise<Body> => {
  const { bytes, etag } = response.identity;
  const compressed = await compressors[coding](bytes);
  const body = { bytes: compressed, etag: `${etag.slice(0, -1)}-${coding}"` };
  response.compressed.set(coding, body);
  return body;
};

/** The body in a coding, made if it has to be. */
export const bodyIn = async (response: StoredResponse, coding: Coding): Promise<Body> => {
  if (coding === 'identity') return response.identity;
  const ready = response.compressed.get(coding);
  if (ready !== undefined) return ready;
  const making = response.compressing.get(coding) ?? compress(response, coding);
  response.compressing.set(coding, making);
  return making.finally(() => response.compressing.delete(coding));
};

/** An address stops being given out when half its life is over, so that it still works for whoever got it. */
const SHARE_OF_LIFE = 0.5;

/** Seconds for which responses may be used without asking again. */
type Lifetimes = {
  maxAge: number;
  sharedMaxAge: number;
  staleWhileRevalidate: number;
  staleIfError: number;
};

/**
 * For how long a response may be used: by this process, by browsers and by shared caches.
 *
 * @param urlSeconds for how long the addresses in it work; Infinity where they do not end
 */
export const lifetimeOf = (
  { maxAge, sharedMaxAge, staleWhileRevalidate, staleIfError }: Lifetimes,
  urlSeconds: number,
): Pick<StoredResponse, 'cacheControl' | 'expiresAt'> => {
  const seconds = urlSeconds * SHARE_OF_LIFE;
  const within = (wanted: number): number => Math.max(0, Math.min(wanted, Math.floor(seconds)));
  const stale = Object.entries({
    'stale-while-revalidate': staleWhileRevalidate,
    'stale-if-error': staleIfError,
  }).filter(([, wanted]) => seconds === Infinity && wanted > 0);
  const cacheControl = [
    'public',
    `max-age=${within(maxAge)}`,
    `s-maxage=${within(sharedMaxAge)}`,
    ...(stale.length === 0
      ? ['must-revalidate']
      : stale.map(([name, wanted]) => `${name}=${wanted}`)),
  ].join(', ');
  return { cacheControl, expiresAt: performance.now() + seconds * 1000 };
};

/**
 * An answer from before, for who asks while the database is away. Nobody is to keep it.
 *
 * @param secondsSilent for how long nothing has been heard of changes to it
 */
export const asStale = (
  response: StoredResponse,
  secondsSilent: number,
): { response: StoredResponse; cacheStatus: string } => ({
  response: { ...response, cacheControl: 'no-store' },
  cacheStatus: `"education-cms"; hit; ttl=-${Math.ceil(secondsSilent)}; detail=stale-if-error`,
});

/** @param pieces what the bytes consist of */
const bodyOf = (
  bytes: Buffer,
  pieces: readonly Buffer[],
): Pick<StoredResponse, 'identity' | 'compressed' | 'compressing'> => ({
  identity: { bytes, etag: etagOf(pieces) },
  compressed: new Map(),
  compressing: new Map(),
});

/**
 * Where in a body the documents stand that can be put together again. One that is not there as it was read, or
 * that somebody has looked into, is part of the text.
 */
const layoutOf = (
  body: readonly Buffer[],
  { shown, chosenBy, parts, fixed }: MadeFrom,
): Pick<StoredResponse, 'layout' | 'fixed'> => {
  const inBody = new Set(body);
  const anew = new Set(fixed);
  for (const key of chosenBy) if (shown.has(key)) anew.add(key);
  const keyOf = new Map<Buffer, string>();
  for (const { texts, keys } of parts) {
    const isThere = [...texts.keys()].every((text) => inBody.has(text) && !Json.wasParsed(text));
    if (isThere) for (const [text, key] of texts) keyOf.set(text, key);
    else for (const key of keys) anew.add(key);
  }
  if (keyOf.size === 0) return { layout: null, fixed: anew };
  const layout = body.map((piece) => {
    const part = keyOf.get(piece);
    return part === undefined ? { text: piece } : { part };
  });
  return { layout, fixed: anew };
};

/** The pieces of the body that a layout describes. */
export const fillLayout = (layout: Layout, texts: readonly Buffer[]): readonly Buffer[] => {
  let next = 0;
  return layout.map((piece) => ('text' in piece ? piece.text : (texts[next++] ?? Buffer.alloc(0))));
};

/** @param pieces what the bytes were composed of; null where they are no longer what was composed */
export const toStored = (
  bytes: Buffer,
  pieces: readonly Buffer[] | null,
  madeFrom: MadeFrom,
  head: Pick<StoredResponse, 'cacheControl' | 'expiresAt' | 'tags' | 'variesByCaller'> & {
    mediaType?: string;
  },
): StoredResponse => {
  const { shown, chosen, chosenBy, types } = madeFrom;
  const { mediaType = 'application/json', ...kept } = head;
  return {
    ...kept,
    contentType: `${mediaType}; charset=utf-8`,
    ...bodyOf(bytes, pieces ?? [bytes]),
    ...(pieces === null ? { layout: null, fixed: shown } : layoutOf(pieces, madeFrom)),
    dependencies: new Set([...shown, ...chosenBy]),
    types,
    chosen,
    questioning: [...chosenBy].filter((key) => !shown.has(key)),
  };
};

/** The same response with another body; the very same where the bytes are. */
export const withBody = (response: StoredResponse, pieces: readonly Buffer[]): StoredResponse => {
  if (etagOf(pieces) === response.identity.etag) return response;
  return { ...response, ...bodyOf(bytesOf(pieces), pieces) };
};

/** Whether a coding may be used for a body at all. */
export const isWorthCompressing = ({ identity }: StoredResponse): boolean =>
  identity.bytes.byteLength >= WORTH_COMPRESSING;
