import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Moment } from '../invalidation/changes';

export type Compression = 'gzip' | 'br';

/** How a body can be written. */
export type Coding = 'identity' | Compression;

export type Body = { bytes: Buffer; etag: string };

/** A whole answer, as it goes over the wire. */
export type StoredResponse = {
  identity: Body;
  /** Compressed forms, made once, when somebody first asks for one. */
  compressed: Map<Compression, Body>;
  compressing: Map<Compression, Promise<Body>>;
  contentType: string;
  cacheControl: string;
  /** The types it was made from, and when its making began. */
  dependencies: ReadonlySet<string>;
  since: Moment;
  /** When an address in it stops working, in milliseconds since 1970; Infinity where none does. */
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

/** A strong validator: equal exactly for equal bytes, and another one for each coding. */
const etagOf = (bytes: Buffer): string =>
  `"${createHash('sha1').update(bytes).digest('base64url')}"`;

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

export const toStored = (
  bytes: Buffer,
  rest: Pick<StoredResponse, 'cacheControl' | 'dependencies' | 'since' | 'expiresAt'>,
): StoredResponse => ({
  ...rest,
  identity: { bytes, etag: etagOf(bytes) },
  compressed: new Map(),
  compressing: new Map(),
  contentType: 'application/json; charset=utf-8',
});

/** Whether a coding may be used for a body at all. */
export const isWorthCompressing = ({ identity }: StoredResponse): boolean =>
  identity.bytes.byteLength >= WORTH_COMPRESSING;
