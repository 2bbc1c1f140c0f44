import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import {
  bodyIn,
  isWorthCompressing,
  readyBody,
  type Body,
  type Coding,
  type StoredResponse,
} from './response';

/** What is sent: status, the headers that describe the body, and the body. */
export type Representation = {
  status: 200 | 304;
  headers: OutgoingHttpHeaders;
  body: Buffer | null;
};

/** `gzip;q=0` and its like: a caller that refuses a coding by name. */
const isRefused = (accepted: string, coding: string): boolean =>
  new RegExp(`\\b${coding}\\s*;\\s*q=0(?:\\.0*)?(?:\\s*,|\\s*$)`).test(accepted);

/** The best coding that a caller takes. */
const codingFor = (accepted: string | string[] | undefined): Coding => {
  if (typeof accepted !== 'string') return 'identity';
  for (const coding of ['br', 'gzip'] as const) {
    if (new RegExp(`\\b${coding}\\b`).test(accepted) && !isRefused(accepted, coding)) return coding;
  }
  return 'identity';
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
  const headers: OutgoingHttpHeaders = { ETag: etag, 'Cache-Control': response.cacheControl };
  if (has(known, etag)) return { status: 304, headers, body: null };
  headers['Content-Type'] = response.contentType;
  if (coding !== 'identity') headers['Content-Encoding'] = coding;
  headers['Content-Length'] = bytes.byteLength;
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
