import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from 'koa';
import type { WithStrapi } from '../platform/with-strapi';
import type { Input, Output } from '../platform/http/endpoint';
import {
  createOpenAction,
  IGNORED_HEADER,
  type OpenEndpoint,
  type WhoAsks,
} from '../platform/http/handler';
import { engineOf, type Engine } from './engine';
import { compose, type Composed } from './json';
import { inputIn, keyOf, type Maker } from './http-cache/cache';
import { negotiate, pairsOf } from './http-cache/negotiate';
import { lifetimeOf, toStored, type StoredResponse } from './http-cache/response';
import { tagHeadersOf } from './http-cache/tags';
import { inSiteLanguage } from './site-language';
import type { View } from './view';
import type { VisibleDraft } from './visible-draft';

type State = { visibleDraft?: VisibleDraft };

/** Lets a request see the draft of one document. */
export const grantDraft = (ctx: Context, draft: VisibleDraft): void => {
  (ctx.state as State).visibleDraft = draft;
};

/** Returns the only draft that a request may see, which the holder of a preview token was granted; null: none. */
export const visibleDraftOf = (ctx: Context): VisibleDraft | null =>
  (ctx.state as State).visibleDraft ?? null;

/**
 * What is kept was made for nobody in particular. A handle that asks who asks makes another answer for students, which
 * is kept nowhere; caches in front learn that the answer is not the same for all.
 */
type Handle<E extends OpenEndpoint> = (
  input: Input<E>,
  view: View,
  whoAsks: WhoAsks,
) => Promise<Composed<Output<E>>>;

type Options = {
  /** Called for a request to which no answer is kept, which it may refuse; what is kept costs nothing. */
  beforeMaking?: (ctx: Context) => Promise<void>;
};

/** An answer of so many pieces takes milliseconds at each step: others are answered in between. */
const MANY_PIECES = 500;

const nobody: WhoAsks = () => Promise.resolve(null);

type Found = {
  response: StoredResponse;
  from: 'HIT' | 'MISS' | 'STALE';
  /** Says of an answer from before what it is. */
  cacheStatus?: string;
};

const respond = async (
  engine: Engine,
  handle: (view: View, whoAsks: WhoAsks) => Promise<Composed<unknown>>,
  view: View,
  {
    isPublic,
    mediaType,
    whoAsks,
  }: { isPublic: boolean; mediaType: string | undefined; whoAsks: WhoAsks },
): Promise<StoredResponse> => {
  const { settings, sign, urlSeconds } = engine;
  let variesByCaller = false;
  const asked: WhoAsks = () => {
    variesByCaller = true;
    return whoAsks();
  };
  const body = compose(await handle(view, asked));
  const isLong = body.parts.length > MANY_PIECES;
  if (isLong) await nextTurn();
  const text = body.toBuffer();
  if (isLong) await nextTurn();
  const signed = await sign(text);
  const { madeFrom } = view;
  const hasTags = isPublic && settings.tags.headers.length > 0;
  return toStored(signed ?? text, signed === null ? body.parts : null, madeFrom, {
    ...lifetimeOf(settings, signed === null ? Infinity : urlSeconds),
    // What is somebody's own is kept nowhere, and has nothing to be dropped by.
    tags: hasTags ? tagHeadersOf(settings.tags, madeFrom) : [],
    variesByCaller,
    ...(mediaType !== undefined && { mediaType }),
  });
};

/**
 * Controller actions of endpoints that read. An action lets in whom and what the contract lets in, and
 * answers with the text that `handle` composes, from memory where it can: what is kept is known to be
 * current, and drafts and requests that identify somebody are never kept. While the database is away, who
 * is nobody in particular is answered what was kept before.
 */
export const createReadHandler = ({ strapi }: WithStrapi) => {
  const action = createOpenAction({ strapi });
  return <E extends OpenEndpoint>(
    endpoint: E,
    handle: Handle<E>,
    { beforeMaking }: Options = {},
  ) => {
    const [mediaType] = endpoint.mediaTypes ?? [];
    const makerOf = (engine: Engine, input: Input<E>, isAside: boolean): Maker => ({
      make: () =>
        respond(
          engine,
          (view, whoAsks) => handle(input, view, whoAsks),
          engine.view(null, { usesMemory: true, isAside }),
          { isPublic: true, mediaType, whoAsks: nobody },
        ),
      areSame: (chosen) => engine.areSame(chosen, { isAside }),
    });

    /** Kept for as long as answers are; nothing of a request may be. */
    const remakerOf = (engine: Engine) => (key: string) =>
      makerOf(engine, inputIn(key) as Input<E>, true);

    return action(endpoint, async (request) => {
      const engine = engineOf({ strapi });
      const { settings, cache, fastPath, makers, waitUntilSynced } = engine;
      const { ctx, whoAsks } = request;
      const began = performance.now();
      const draft = visibleDraftOf(ctx);
      const isPublic = draft === null && ctx.get('Authorization') === '';
      const input: Input<E> = {
        ...request,
        ...(await inSiteLanguage<E>(request, async () =>
          engine.view(null, { usesMemory: await waitUntilSynced() }),
        )),
      };
      const key = settings.cache && isPublic ? keyOf(endpoint, input) : null;
      const since = engine.now();

      const read = async (): Promise<Found> => {
        const isCurrent = draft === null && (await waitUntilSynced());
        if (beforeMaking !== undefined && (key === null || !cache.has(key))) {
          await beforeMaking(ctx);
        }
        if (key !== null && isCurrent) {
          const { response, isHit } = await cache.get(key, makerOf(engine, input, false));
          return { response, from: isHit ? 'HIT' : 'MISS' };
        }
        const view = engine.view(endpoint.previewable === true ? draft : null, {
          usesMemory: isCurrent,
        });
        const response = await respond(engine, (...seen) => handle(input, ...seen), view, {
          isPublic,
          mediaType,
          whoAsks,
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
      for (const [name, value] of pairsOf(headers)) {
        if (name === 'Vary') ctx.vary(value);
        else ctx.set(name, value);
      }
      if (body !== null) ctx.body = body;
      ctx.vary('Accept-Encoding');
      if (!isPublic) ctx.set('Cache-Control', 'private, no-store');
      // The purge that was meant for it may go by before a cache in front has stored it.
      else if (engine.isOvertaken(found.response, since)) ctx.set('Cache-Control', 'no-store');
      if (settings.hasDebugHeaders) {
        ctx.set('X-Cache', found.from);
        ctx.set('Server-Timing', `read;dur=${(performance.now() - began).toFixed(1)}`);
      }
      if (found.cacheStatus !== undefined) {
        engine.metrics.stale += 1;
        ctx.set('Cache-Status', found.cacheStatus);
      } else if (key !== null && code === 200 && ctx.response.get(IGNORED_HEADER) === '') {
        cache.learn(ctx.originalUrl, key);
        makers.set(endpoint.operationId, remakerOf(engine));
        ctx.res.once('finish', () => fastPath.learn(ctx.res));
      }
    });
  };
};
