import http from 'node:http';
import https from 'node:https';
import type { AxiosRequestConfig, AxiosResponse } from 'axios';
import axiosRetry, { exponentialDelay, isNetworkError, isRetryableError } from 'axios-retry';
import CircuitBreaker from 'opossum';
import { axios } from '../../../../../platform/http/outgoing/axios';
import { outgoingRequestId } from '../../../../../platform/http/request-id';
import { type FailedCall, PartnerError } from './partner';

/** One thing that the partner is asked to do, with what may be done about its failure. */
export type Call = {
  name: string;
  /** Whether asking twice does no harm. */
  isRepeatable: boolean;
  maxBytes: number;
};

export type Send = (request: AxiosRequestConfig) => Promise<AxiosResponse<unknown>>;

const RETRIES = 2;

const BREAKER: CircuitBreaker.Options = {
  // The client bounds the time of each call itself, and cancels it.
  timeout: false,
  volumeThreshold: 3,
  errorThresholdPercentage: 50,
  rollingCountTimeout: 30_000,
  resetTimeout: 5_000,
};

/** An answer that says "not you" or "not this" shows a partner that is well. */
const isRefusal = (error: unknown): boolean => {
  const status = axios().isAxiosError(error) ? error.response?.status : undefined;
  return status !== undefined && status < 500 && status !== 429;
};

/** Nothing of the request: it carries secrets and people's names. */
const describe = (error: unknown): string => {
  if (!axios().isAxiosError(error)) return error instanceof Error ? error.message : String(error);
  if (error.response !== undefined) return `answered ${error.response.status}`;
  return error.code === 'ERR_CANCELED' ? 'took too long' : (error.code ?? 'failed');
};

/** Failures of finding and reaching the other side, before anything of the request is sent. */
const BEFORE_SENDING = [
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  // The circuit breaker does not let the call through.
  ...['EOPENBREAKER', 'ESHUTDOWN'],
];

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** What became of a call, as far as its failure tells; where that is not certain, `unknown`. */
const outcomeOf = (error: unknown): FailedCall => {
  const status = axios().isAxiosError(error) ? error.response?.status : undefined;
  if (status !== undefined) return status >= 400 && status < 500 ? 'refused' : 'unknown';
  return BEFORE_SENDING.includes(codeOf(error)) ? 'failed' : 'unknown';
};

/** The status with which the partner refused, if that is why a call failed. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof PartnerError && axios().isAxiosError(error.cause)
    ? error.cause.response?.status
    : undefined;

/**
 * HTTP to one host for people who cannot wait: connections are kept, no call outlives `timeoutMs`, what
 * may be repeated is, with jitter, and each kind of call has a circuit breaker.
 */
export const createClient = ({ baseUrl, timeoutMs }: { baseUrl: string; timeoutMs: number }) => {
  const agents = {
    httpAgent: new http.Agent({ keepAlive: true, maxSockets: 64 }),
    httpsAgent: new https.Agent({ keepAlive: true, maxSockets: 64 }),
  };
  const client = axios().create({
    baseURL: baseUrl,
    ...agents,
    timeout: timeoutMs,
    // A redirect would carry the token to wherever it points.
    maxRedirects: 0,
    responseType: 'json',
    headers: { Accept: 'application/json' },
    // Otherwise axios hands out unreadable JSON as text.
    transitional: { silentJSONParsing: false, clarifyTimeoutError: true },
  });
  client.interceptors.request.use((config) => {
    config.headers.set(outgoingRequestId());
    return config;
  });
  axiosRetry(client, {
    retries: 0,
    retryDelay: (count, error) => exponentialDelay(count, error),
    retryCondition: (error) =>
      isNetworkError(error) || (error.response !== undefined && isRetryableError(error)),
  });
  const breakers: CircuitBreaker[] = [];

  return {
    call({ name, isRepeatable, maxBytes }: Call): Send {
      const send: Send = (request) =>
        client.request({
          ...request,
          maxContentLength: maxBytes,
          'axios-retry': { retries: isRepeatable ? RETRIES : 0 },
          // The timeout alone counts from the last byte; a partner that drips would never end.
          signal: AbortSignal.timeout(timeoutMs),
        });
      const breaker = new CircuitBreaker(send, { ...BREAKER, name, errorFilter: isRefusal });
      breakers.push(breaker);
      return async (request) => {
        try {
          return await breaker.fire(request);
        } catch (error) {
          // What may be repeated changes nothing at the partner, so nothing can be left uncertain by it.
          const outcome = isRepeatable ? 'failed' : outcomeOf(error);
          throw new PartnerError(`${name}: ${describe(error)}`, { cause: error, outcome });
        }
      };
    },

    close(): void {
      for (const breaker of breakers) breaker.shutdown();
      agents.httpAgent.destroy();
      agents.httpsAgent.destroy();
    },
  };
};
