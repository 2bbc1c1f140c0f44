import type { Core } from '@strapi/types';
import { stringify } from 'safe-stable-stringify';
import type { Endpoint, Input, Output } from '../http/endpoint';
import { createAction } from '../http/handler';
import { engineOf, type Engine } from './engine';
import { compose, type Composed } from './json';
import { negotiate, pairsOf } from './http-cache/negotiate';
import { lifetimeOf, toStored, type StoredResponse } from './http-cache/response';
import { tagHeadersOf } from './http-cache/tags';
import { statusOf } from '../http/document-status';
import type { View } from './view';

/** Not told who asks: what is kept is answered to everybody. */
type Handle<E extends Endpoint> = (input: Input<E>, view: View) => Promise<Composed<Output<E>>>;

/** The same for equal requests, however their parameters were spelled and ordered. */
const keyOf = ({ operationId }: Endpoint, { params, query }: Input<Endpoint>): string =>
  stringify([operationId, params, query]);

const respond = async (
  engine: Engine,
  handle: (view: View) => Promise<Composed<unknown>>,
  view: View,
  { isPublic }: { isPublic: boolean },
): Promise<StoredResponse> => {
  const { settings, signatures, urlSeconds } = engine;
  const text = compose(await handle(view)).toBuffer();
  const signed = await signatures.sign(text);
  const { madeFrom } = view;
  return toStored(signed ?? text, madeFrom, {
    ...lifetimeOf(settings, signed === null ? Infinity : urlSeconds),
    // What is somebody's own is kept nowhere, and has nothing to be dropped by.
    tags: isPublic ? tagHeadersOf(settings.tags, madeFrom) : [],
  });
};

/**
 * Controller actions of endpoints that read. An action lets in whom and what the contract lets in, and
 * answers with the text that `handle` composes, from memory where it can: what is kept is known to be
 * current, and drafts and requests that identify somebody are never kept.
 */
export const createReadHandler = ({ strapi }: { strapi: Core.Strapi }) => {
  const action = createAction({ strapi });
  return <E extends Endpoint>(endpoint: E, handle: Handle<E>) =>
    action(endpoint, async (request) => {
      const engine = engineOf({ strapi });
      const { settings, cache, fastPath, waitUntilSynced, view } = engine;
      const { ctx } = request;
      const began = performance.now();
      const status = statusOf(ctx);
      const isPublic = status === 'published' && ctx.get('Authorization') === '';
      const isCurrent = status === 'published' && (await waitUntilSynced());

      const make = (): Promise<StoredResponse> =>
        respond(engine, (seen) => handle(request, seen), view(status, { usesMemory: isCurrent }), {
          isPublic,
        });
      const key = settings.cache && isPublic ? keyOf(endpoint, request) : null;
      const { response, isHit } =
        key !== null && isCurrent
          ? await cache.get(key, make)
          : { response: await make(), isHit: false };

      const { status: code, headers, body } = await negotiate(response, ctx.headers);
      ctx.status = code;
      for (const [name, value] of pairsOf(headers)) ctx.set(name, value);
      if (body !== null) ctx.body = body;
      ctx.vary('Accept-Encoding');
      if (!isPublic) ctx.set('Cache-Control', 'private, no-store');
      if (settings.hasDebugHeaders) {
        ctx.set('X-Cache', isHit ? 'HIT' : 'MISS');
        ctx.set('Server-Timing', `read;dur=${(performance.now() - began).toFixed(1)}`);
      }
      if (key !== null && code === 200) {
        cache.learn(ctx.originalUrl, key);
        ctx.res.once('finish', () => fastPath.learn(ctx.req, ctx.res));
      }
    });
};
