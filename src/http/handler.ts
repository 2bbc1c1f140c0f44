import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { Endpoint, Input, Output } from './endpoint';
import { localizeFailure } from './errors';
import { parseInput } from './parse-request';
import { messageLanguageOf } from './message-language';

/**
 * A controller action for an endpoint: validates the request against the endpoint's own schemas, then
 * answers what `handle` returns, or passes on the JSON text that it streams. Failures speak the caller's
 * language.
 */
export const answer =
  <E extends Endpoint>(
    endpoint: E,
    handle: (input: Input<E>, ctx: Context) => Promise<Output<E> | Readable> | Output<E> | Readable,
  ) =>
  async (ctx: Context): Promise<void> => {
    try {
      ctx.body = await handle(parseInput(endpoint, ctx), ctx);
      if (ctx.body instanceof Readable) ctx.type = 'json';
      ctx.status = endpoint.status ?? 200;
    } catch (error) {
      localizeFailure(error, messageLanguageOf(ctx));
      throw error;
    }
  };
