import type { Core } from '@strapi/types';
import type { Endpoint, Input, Output } from '../http/endpoint';
import { createAction } from '../http/handler';
import { engineOf, type Engine } from './engine';
import { compose, type Composed } from './json';
import { inputIn, keyOf, type Maker } from './http-cache/cache';
import { negotiate, pairsOf } from './http-cache/negotiate';
import { lifetimeOf, toStored, type StoredResponse } from './http-cache/response';
import { tagHeadersOf } from './http-cache/tags';
import { statusOf } from '../http/authentication';
import type { View } from './view';

/** Not told who asks: what is kept is answered to everybody. */
type Handle<E extends Endpoint> = (input: Input<E>, view: View) => Promise<Composed<Output<E>>>;

type Found = {
  response: StoredResponse;
  from: 'HIT' | 'MISS' | 'STALE';
  /** Says of an answer from before what it is. */
  cacheStatus?: string;
};

const respond = async (
  engine: Engine,
  handle: (view: View) => Promise<Composed<unknown>>,
  view: View,
  { isPublic }: { isPublic: boolean },
): Promise<StoredResponse> => {
  const { settings, sign, urlSeconds } = engine;
  const body = compose(await handle(view));
  const text = body.toBuffer();
  const signed = await sign(text);
  const { madeFrom } = view;
  const hasTags = isPublic && settings.tags.headers.length > 0;
  return toStored(signed ?? text, signed === null ? body.parts : null, madeFrom, {
    ...lifetimeOf(settings, signed === null ? Infinity : urlSeconds),
    // What is somebody's own is kept nowhere, and has nothing to be dropped by.
    tags: hasTags ? tagHeadersOf(settings.tags, madeFrom) : [],
  });
};

/**
 * Controller actions of endpoints that read. An action lets in whom and what the contract lets in, and
 * answers with the text that `handle` composes, from memory where it can: what is kept is known to be
 * current, and drafts and requests that identify somebody are never kept. While the database is away, who
 * is nobody in particular is answered what was kept before.
 */
export const createReadHandler = ({ strapi }: { strapi: Core.Strapi }) => {
  const action = createAction({ strapi });
  return <E extends Endpoint>(endpoint: E, handle: Handle<E>) => {
    const makerOf = (engine: Engine, input: Input<E>, isAside: boolean): Maker => ({
      make: () =>
        respond(
          engine,
          (view) => handle(input, view),
          engine.view('published', { usesMemory: true, isAside }),
          { isPublic: true },
        ),
      areSame: (chosen) => engine.areSame(chosen, { isAside }),
    });

    /** Kept for as long as answers are; nothing of a request may be. */
    const remakerOf = (engine: Engine) => (key: string) =>
      makerOf(engine, inputIn(key) as Input<E>, true);

    return action(endpoint, async (request) => {
      const engine = engineOf({ strapi });
      const { settings, cache, fastPath, makers, waitUntilSynced } = engine;
      const { ctx } = request;
      const began = performance.now();
      const status = statusOf(ctx);
      const isPublic = status === 'published' && ctx.get('Authorization') === '';
      const key = settings.cache && isPublic ? keyOf(endpoint, request) : null;

      const read = async (): Promise<Found> => {
        const isCurrent = status === 'published' && (await waitUntilSynced());
        if (key !== null && isCurrent) {
          const { response, isHit } = await cache.get(key, makerOf(engine, request, false));
          return { response, from: isHit ? 'HIT' : 'MISS' };
        }
        const view = engine.view(status, { usesMemory: isCurrent });
        const response = await respond(engine, (seen) => handle(request, seen), view, {
          isPublic,
        });
        return { response, from: 'MISS' };
      };

      const found = await read().catch((error: unknown): Found => {
        const stale = key === null ? null : engine.staleFor(key, error);
        if (stale === null) throw error;
        return { ...stale, from: 'STALE' };
      });

      const { status: code, headers, body } = await negotiate(found.response, ctx.headers);
      ctx.status = code;
      for (const [name, value] of pairsOf(headers)) ctx.set(name, value);
      if (body !== null) ctx.body = body;
      ctx.vary('Accept-Encoding');
      if (!isPublic) ctx.set('Cache-Control', 'private, no-store');
      if (settings.hasDebugHeaders) {
        ctx.set('X-Cache', found.from);
        ctx.set('Server-Timing', `read;dur=${(performance.now() - began).toFixed(1)}`);
      }
      if (found.cacheStatus !== undefined) {
        engine.metrics.stale += 1;
        ctx.set('Cache-Status', found.cacheStatus);
      } else if (key !== null && code === 200) {
        cache.learn(ctx.originalUrl, key);
        makers.set(endpoint.operationId, remakerOf(engine));
        ctx.res.once('finish', () => fastPath.learn(ctx.req, ctx.res));
      }
    });
  };
};
