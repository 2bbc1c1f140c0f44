import type { IncomingHttpHeaders } from 'node:http';
import {
  bodyIn,
  isWorthCompressing,
  readyBody,
  type Body,
  type Coding,
  type StoredResponse,
} from './response';

/**
 * The response to send: status, headers of the body, and the body. Headers are a flat list of names
 * and values. An object per response would cost a third of a cache hit's whole budget.
 */
export type Representation = {
  status: 200 | 304;
  headers: readonly string[];
  body: Buffer | null;
};

export const pairsOf = (headers: readonly string[]): [name: string, value: string][] =>
  headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1] ?? '']] : []));

/** Request header that decides which response a caller receives, where they differ. */
export const BY_CALLER = 'Authorization';

/** Supported codings, best first, with patterns that name one and refuse it (`gzip;q=0`). */
const compressions = (['br', 'gzip'] as const).map((coding) => ({
  coding,
  isNamed: new RegExp(`\\b${coding}\\b`),
  isRefused: new RegExp(`\\b${coding}\\s*;\\s*q=0(?:\\.0*)?(?:\\s*,|\\s*$)`),
}));

const codingFor = (accepted: string | string[] | undefined): Coding => {
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
  if (response.variesByCaller === true) headers.push('Vary', BY_CALLER);
  if (has(knownEtags, etag)) return { status: 304, headers, body: null };
  headers.push('Content-Type', response.contentType);
  if (coding !== 'identity') headers.push('Content-Encoding', coding);
  headers.push('Content-Length', String(bytes.byteLength));
  return { status: 200, headers, body: bytes };
};

const codingOf = (response: StoredResponse, headers: IncomingHttpHeaders): Coding =>
  isWorthCompressing(response) ? codingFor(headers['accept-encoding']) : 'identity';

/** Returns the response in a coding that the request accepts, or 304 if the caller has it. */
export const negotiate = async (
  response: StoredResponse,
  headers: IncomingHttpHeaders,
): Promise<Representation> => {
  const coding = codingOf(response, headers);
  const body = await bodyIn(response, coding);
  return toRepresentation(response, coding, body, headers['if-none-match']);
};

/** Returns it synchronously; null if the coding has not been compressed yet. */
export const negotiateReady = (
  response: StoredResponse,
  headers: IncomingHttpHeaders,
): Representation | null => {
  const coding = codingOf(response, headers);
  const body = readyBody(response, coding);
  return body === undefined
    ? null
    : toRepresentation(response, coding, body, headers['if-none-match']);
};
