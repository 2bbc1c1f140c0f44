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
 * What is sent: status, the headers that describe the body, and the body. Headers are a flat list of names
 * and values: making an object of them for each response costs a third of what a response from memory may
 * cost.
 */
export type Representation = {
  status: 200 | 304;
  headers: readonly string[];
  body: Buffer | null;
};

/** Headers of a representation, one by one. */
export const pairsOf = (headers: readonly string[]): [name: string, value: string][] =>
  headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : []));

/** The request's header by which answers differ that depend on who asks. */
export const BY_CALLER = 'Authorization';

/** The best one first, each with how a caller names it and how it refuses it: `gzip;q=0` and the like. */
const compressions = (['br', 'gzip'] as const).map((coding) => ({
  coding,
  isNamed: new RegExp(`\\b${coding}\\b`),
  isRefused: new RegExp(`\\b${coding}\\s*;\\s*q=0(?:\\.0*)?(?:\\s*,|\\s*$)`),
}));

/** The best coding that a caller accepts. */
const codingFor = (accepted: string | string[] | undefined): Coding => {
  if (typeof accepted !== 'string') return 'identity';
  const best = compressions.find(
    ({ isNamed, isRefused }) => isNamed.test(accepted) && !isRefused.test(accepted),
  );
  return best?.coding ?? 'identity';
};

/** Whether a caller has the body already; validators are compared as RFC 9110 says for reads. */
const has = (known: string | undefined, etag: string): boolean => {
  if (known === undefined) return false;
  if (known === etag || known === '*') return true;
  return known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
};

const represent = (
  response: StoredResponse,
  coding: Coding,
  { bytes, etag }: Body,
  known: string | undefined,
): Representation => {
  const headers = ['ETag', etag, 'Cache-Control', response.cacheControl, ...response.tags];
  // Caches may answer whoever shows a token with what nobody was told, unless they are told.
  if (response.variesByCaller === true) headers.push('Vary', BY_CALLER);
  if (has(known, etag)) return { status: 304, headers, body: null };
  headers.push('Content-Type', response.contentType);
  if (coding !== 'identity') headers.push('Content-Encoding', coding);
  headers.push('Content-Length', String(bytes.byteLength));
  return { status: 200, headers, body: bytes };
};

const codingOf = (response: StoredResponse, headers: IncomingHttpHeaders): Coding =>
  isWorthCompressing(response) ? codingFor(headers['accept-encoding']) : 'identity';

/** The representation of a stored response that fits a request: its coding, or 304 where the caller has it. */
export const negotiate = async (
  response: StoredResponse,
  headers: IncomingHttpHeaders,
): Promise<Representation> => {
  const coding = codingOf(response, headers);
  const body = await bodyIn(response, coding);
  return represent(response, coding, body, headers['if-none-match']);
};

/** The same without waiting; null where the coding has not been made yet. */
export const negotiateReady = (
  response: StoredResponse,
  headers: IncomingHttpHeaders,
): Representation | null => {
  const coding = codingOf(response, headers);
  const body = readyBody(response, coding);
  return body === undefined ? null : represent(response, coding, body, headers['if-none-match']);
};
