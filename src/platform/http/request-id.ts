import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';

/** As proxies and this service write one; anything else could bring something else into logs. */
const REQUEST_ID = /^[\w-]{8,64}$/;

const ids = new WeakMap<object, string>();

const running = new AsyncLocalStorage<string>();

/** The proxy's id of a request where it says one, so that both logs can be put together; else one that is made up. */
export const takenOrMade = (said: string): string => (REQUEST_ID.test(said) ? said : randomUUID());

/** The id under which a request is known. */
export const requestIdOf = (ctx: Context): string => {
  const known = ids.get(ctx);
  if (known !== undefined) return known;
  const id = takenOrMade(ctx.get('X-Request-Id'));
  ids.set(ctx, id);
  return id;
};

/**
 * The id of the request for which something is done, also by jobs: what they do for none goes by an id of their own.
 * Undefined in what goes by the clock.
 */
export const requestIdNow = (): string | undefined => running.getStore();

/** Does something for a request. */
export const doneFor = <T>(id: string, work: () => T): T => running.run(id, work);

/** The header that tells others for which request, or by which job, they are called; none where there is neither. */
export const outgoingRequestId = (): Readonly<Record<string, string>> => {
  const id = requestIdNow();
  return id === undefined ? {} : { 'X-Request-Id': id };
};

/** Sets the id of a request, which its response, its log lines and its jobs carry. */
export const withRequestId = (ctx: Context, next: () => Promise<void>): Promise<void> => {
  const id = requestIdOf(ctx);
  ctx.set('X-Request-Id', id);
  return doneFor(id, next);
};
