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
 * What is sent: status, the headers that describe the body, and the body. Headers are names and values
 * one after the other: putting objects of them together for each answer costs a third of what an answer
 * from memory may cost.
 */
export type Representation = {
  status: 200 | 304;
  headers: readonly string[];
  body: Buffer | null;
};

/** Headers of a representation, one by one. */
export const pairsOf = (headers: readonly string[]): [name: string, value: string][] =>
  headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : []));

/** From the best one, each with how it is named and how it is refused by name: `gzip;q=0` and its like. */
const compressions = (['br', 'gzip'] as const).map((coding) => ({
  coding,
  isNamed: new RegExp(`\\b${coding}\\b`),
  isRefused: new RegExp(`\\b${coding}\\s*;\\s*q=0(?:\\.0*)?(?:\\s*,|\\s*$)`),
}));

/** The best coding that a caller takes. */
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
  const headers = ['ETag', etag, 'Cache-Control', response.cacheControl];
  if (has(known, etag)) return { status: 304, headers, body: null };
  headers.push('Content-Type', response.contentType);
  if (coding !== 'identity') headers.push('Content-Encoding', coding);
  headers.push('Content-Length', String(bytes.byteLength));
  return { status: 200, headers, body: bytes };
};

const codingOf = (response: StoredResponse, headers: IncomingHttpHeaders): Coding =>
  isWorthCompressing(response) ? codingFor(headers['accept-encoding']) : 'identity';

/** The representation of a stored answer that fits a request: its coding, or 304 where the caller has it. */
export const negotiate = async (
  response: StoredResponse,
  headers: IncomingHttpHeaders,
): Promise<Representation> => {
  const coding = codingOf(response, headers);
  const body = await bodyIn(response, coding);
  return represent(response, coding, body, headers['if-none-match']);
};

/** The same at once; null where the coding has not been made yet. */
export const negotiateReady = (
  response: StoredResponse,
  headers: IncomingHttpHeaders,
): Representation | null => {
  const coding = codingOf(response, headers);
  const body = readyBody(response, coding);
  return body === undefined ? null : represent(response, coding, body, headers['if-none-match']);
};
