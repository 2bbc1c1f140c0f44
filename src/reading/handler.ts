import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { stringify } from 'safe-stable-stringify';
import type { Endpoint, Input, Output } from '../http/endpoint';
import { localizeFailure } from '../http/errors';
import type { Moment } from './invalidation/changes';
import type { Delivery } from './engine';
import { parseInput } from '../http/parse-request';
import { compose, type Composed } from './json';
import { messageLanguageOf } from '../http/message-language';
import { deliveryOf } from './registry';
import { cacheControl } from './http-cache/cache-control';
import { negotiate, pairsOf } from './http-cache/negotiate';
import { toStored, type StoredResponse } from './http-cache/response';
import { statusOf } from '../http/document-status';
import type { View } from './view';

/** An address stops being given out when half its life is over, so that it still works for whoever got it. */
const SHARE_OF_LIFE = 0.5;

type Handle<E extends Endpoint> = (input: Input<E>, view: View) => Promise<Composed<Output<E>>>;

/** The same for the same question, however its parameters were spelled and ordered. */
const keyOf = ({ operationId }: Endpoint, { params, query }: Input<Endpoint>): string =>
  stringify([operationId, params, query]);

const respond = async (
  delivery: Delivery,
  handle: (view: View) => Promise<Composed<unknown>>,
  view: View,
  since: Moment,
): Promise<StoredResponse> => {
  const { settings, signatures, urlSeconds } = delivery;
  const text = compose(await handle(view)).toBuffer();
  const signed = await signatures.sign(text);
  const seconds = signed === null ? Infinity : urlSeconds * SHARE_OF_LIFE;
  return toStored(signed ?? text, {
    cacheControl: cacheControl(settings, seconds),
    dependencies: view.dependencies,
    since,
    expiresAt: Date.now() + seconds * 1000,
  });
};

/**
 * Controller actions of endpoints that read. An action validates the request against the endpoint's own
 * schemas and answers with the text that `handle` composes, from memory where it can: what is kept is
 * known to be current, and drafts and requests that identify somebody are never kept.
 */
export const delivering =
  ({ strapi }: { strapi: Core.Strapi }) =>
  <E extends Endpoint>(endpoint: E, handle: Handle<E>) =>
  async (ctx: Context): Promise<void> => {
    const delivery = deliveryOf({ strapi });
    const { settings, cache, front, caughtUp, view } = delivery;
    try {
      const began = performance.now();
      const input = parseInput(endpoint, ctx);
      const status = statusOf(ctx);
      const isPublic = status === 'published' && ctx.get('Authorization') === '';
      const isCurrent = status === 'published' && (await caughtUp());

      const make = (since: Moment): Promise<StoredResponse> =>
        respond(
          delivery,
          (seen) => handle(input, seen),
          view(status, { remembers: isCurrent }),
          since,
        );
      const key = keyOf(endpoint, input);
      const { response, isHit } =
        settings.cache && isPublic && isCurrent
          ? await cache.get(key, make)
          : { response: await make(0), isHit: false };

      const { status: code, headers, body } = await negotiate(response, ctx.headers);
      ctx.status = code;
      for (const [name, value] of pairsOf(headers)) ctx.set(name, value);
      if (body !== null) ctx.body = body;
      ctx.vary('Accept-Encoding');
      if (!isPublic) ctx.set('Cache-Control', 'private, no-store');
      if (settings.isTelling) {
        ctx.set('X-Cache', isHit ? 'HIT' : 'MISS');
        ctx.set('Server-Timing', `read;dur=${(performance.now() - began).toFixed(1)}`);
      }
      if (settings.cache && isPublic && code === 200) {
        cache.learn(ctx.originalUrl, key);
        ctx.res.once('finish', () => front.learn(ctx.req, ctx.res));
      }
    } catch (error) {
      localizeFailure(error, messageLanguageOf(ctx));
      throw error;
    }
  };
