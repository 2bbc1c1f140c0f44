import http from 'node:http';
import https from 'node:https';
import type { AxiosRequestConfig, AxiosResponse } from 'axios';
import axiosRetry, { exponentialDelay, isNetworkError, isRetryableError } from 'axios-retry';
import CircuitBreaker from 'opossum';
import { loadAxios } from '#platform/http/outgoing/protected-post';
import { buildRequestIdHeader } from '#platform/request-id';
import { type FailedCall, formatErrorMessage, PartnerError } from './partner';

/** A kind of call to the partner. */
export type Call = {
  name: string;
  /** Whether the call may be repeated safely. */
  isRepeatable: boolean;
  maxBytes: number;
};

export type Send = (request: AxiosRequestConfig) => Promise<AxiosResponse<unknown>>;

const RETRIES = 2;

const BREAKER_OPTIONS: CircuitBreaker.Options = {
  // The client limits the duration of each call itself, and cancels it.
  timeout: false,
  volumeThreshold: 3,
  errorThresholdPercentage: 50,
  rollingCountTimeout: 30_000,
  resetTimeout: 5_000,
};

/** Returns true for statuses below 500 except 429, which show that the partner works. */
const isRefusal = (error: unknown): boolean => {
  const status = loadAxios().isAxiosError(error) ? error.response?.status : undefined;
  return status !== undefined && status < 500 && status !== 429;
};

/** Returns a description without any part of the request, which contains secrets and names. */
const describe = (error: unknown): string => {
  if (!loadAxios().isAxiosError(error)) return formatErrorMessage(error);
  if (error.response !== undefined) return `answered ${error.response.status}`;
  return error.code === 'ERR_CANCELED' ? 'took too long' : (error.code ?? 'failed');
};

/** Connection errors that occur before anything of the request is sent. */
const ERRORS_BEFORE_SENDING = [
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  // The circuit breaker is open and rejects the call.
  ...['EOPENBREAKER', 'ESHUTDOWN'],
];

const getErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Returns the outcome that a failure implies; `unknown` if it is uncertain. */
const inferOutcome = (error: unknown): FailedCall => {
  const status = loadAxios().isAxiosError(error) ? error.response?.status : undefined;
  if (status !== undefined) return status >= 400 && status < 500 ? 'refused' : 'unknown';
  return ERRORS_BEFORE_SENDING.includes(getErrorCode(error)) ? 'failed' : 'unknown';
};

/** Returns the HTTP status if the partner rejected the call. */
export const getHttpStatus = (error: unknown): number | undefined =>
  error instanceof PartnerError && loadAxios().isAxiosError(error.cause)
    ? error.cause.response?.status
    : undefined;

/**
 * Creates an HTTP client for one host and waiting users. It keeps connections alive, limits each
 * call to `timeoutMs`, retries repeatable calls with jitter, and has a circuit breaker per kind of
 * call.
 */
export const createClient = ({ baseUrl, timeoutMs }: { baseUrl: string; timeoutMs: number }) => {
  const agents = {
    httpAgent: new http.Agent({ keepAlive: true, maxSockets: 64 }),
    httpsAgent: new https.Agent({ keepAlive: true, maxSockets: 64 }),
  };
  const client = loadAxios().create({
    baseURL: baseUrl,
    ...agents,
    timeout: timeoutMs,
    // A redirect would send the token to its target.
    maxRedirects: 0,
    responseType: 'json',
    headers: { Accept: 'application/json' },
    // Otherwise axios returns malformed JSON as text.
    transitional: { silentJSONParsing: false, clarifyTimeoutError: true },
  });
  client.interceptors.request.use((config) => {
    config.headers.set(buildRequestIdHeader());
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
          // The timeout alone restarts with each byte, so a slow response would never end.
          signal: AbortSignal.timeout(timeoutMs),
        });
      const breaker = new CircuitBreaker(send, {
        ...BREAKER_OPTIONS,
        name,
        errorFilter: isRefusal,
      });
      breakers.push(breaker);
      return async (request) => {
        try {
          return await breaker.fire(request);
        } catch (error) {
          // A repeatable call changes nothing at the partner, so its outcome is never uncertain.
          const outcome = isRepeatable ? 'failed' : inferOutcome(error);
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
