import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';

/**
 * Format of request ids of proxies and of this service. Other texts could inject content into logs.
 */
const REQUEST_ID = /^[\w-]{8,64}$/;

const ids = new WeakMap<object, string>();

const requestIdContext = new AsyncLocalStorage<string>();

/**
 * Returns the proxy's request id, so that both logs can be correlated, or a new id where it is
 * missing or invalid.
 */
export const chooseRequestId = (requestedId: string): string =>
  REQUEST_ID.test(requestedId) ? requestedId : randomUUID();

export const getRequestId = (ctx: Context): string => {
  const existingId = ids.get(ctx);
  if (existingId !== undefined) return existingId;
  const id = chooseRequestId(ctx.get('X-Request-Id'));
  ids.set(ctx, id);
  return id;
};

/**
 * Returns the id of the request that caused the current work, also in jobs. Jobs without a request
 * have an id of their own. Returns undefined in scheduled work.
 */
export const getCurrentRequestId = (): string | undefined => requestIdContext.getStore();

/** Runs work under a request's id. */
export const runForRequest = <T>(id: string, work: () => T): T => requestIdContext.run(id, work);

/**
 * Returns the header with the id of the current request or job for outgoing requests; no header
 * where there is neither.
 */
export const buildRequestIdHeader = (): Readonly<Record<string, string>> => {
  const id = getCurrentRequestId();
  return id === undefined ? {} : { 'X-Request-Id': id };
};

/** Sets the id of a request, which its response, its log lines and its jobs carry. */
export const withRequestId = (ctx: Context, next: () => Promise<void>): Promise<void> => {
  const id = getRequestId(ctx);
  ctx.set('X-Request-Id', id);
  return runForRequest(id, next);
};
