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
import { withFieldMap } from './field-map';
import { compose, type Composed } from './json';
import { inputIn, keyOf, type Computation } from './http-cache/cache';
import { negotiate, pairsOf } from './http-cache/negotiate';
import { lifetimeOf, toStored, type StoredResponse } from './http-cache/response';
import { tagHeadersOf } from './http-cache/tags';
import { inSiteLanguage } from './site-language';
import type { View } from './view';
import { INCLUDE } from './plan/contract-reads';
import { includables, type Includable } from './plan/field-source';
import type { VisibleDraft } from './visible-draft';

type State = { visibleDraft?: VisibleDraft; hasFieldMap?: boolean };

/**
 * Grants a request access to the draft of one document.
 *
 * @param hasFieldMap whether the response has the form fields of its values
 */
export const grantDraft = (
  ctx: Context,
  draft: VisibleDraft,
  { hasFieldMap = false }: { hasFieldMap?: boolean } = {},
): void => {
  const state = ctx.state as State;
  state.visibleDraft = draft;
  state.hasFieldMap = hasFieldMap;
};

/**
 * Returns the only draft that a request may see, granted by a preview token; null if there is none.
 */
export const visibleDraftOf = (ctx: Context): VisibleDraft | null =>
  (ctx.state as State).visibleDraft ?? null;

/**
 * Composes the response of an endpoint. Cached responses are the same for all anonymous callers. A
 * handler that calls `whoAsks` can return another response for students, which is never cached.
 * `Vary` then tells shared caches that responses differ.
 */
type Handle<E extends OpenEndpoint> = (
  input: Input<E>,
  view: View,
  whoAsks: WhoAsks,
) => Promise<Composed<Output<E>>>;

type Options = {
  /**
   * Called before a response is computed, and may refuse the request. It is not called on a cache
   * hit.
   */
  beforeComputing?: (ctx: Context) => Promise<void>;
};

/**
 * Number of pieces above which each step takes milliseconds. Other requests run between the steps.
 */
const MANY_PIECES = 500;

const askNobody: WhoAsks = () => Promise.resolve(null);

type HandledResponse = {
  response: StoredResponse;
  from: 'HIT' | 'MISS' | 'STALE';
  /** `Cache-Status` header of a stale response. */
  cacheStatus?: string;
};

/** Returns the groups of optional fields that a request includes. */
const includesOf = ({ query }: { query: unknown }): readonly Includable[] => {
  const { [INCLUDE]: wanted } = query as { [INCLUDE]?: readonly string[] };
  return wanted === undefined ? [] : includables.filter((name) => wanted.includes(name));
};

const respond = async (
  engine: Engine,
  handle: (view: View, whoAsks: WhoAsks) => Promise<Composed<unknown>>,
  view: View,
  {
    isPublic,
    mediaType,
    whoAsks,
    hasFieldMap = false,
  }: {
    isPublic: boolean;
    mediaType: string | undefined;
    whoAsks: WhoAsks;
    hasFieldMap?: boolean;
  },
): Promise<StoredResponse> => {
  const { settings, sign, urlSeconds } = engine;
  let variesByCaller = false;
  const trackedWhoAsks: WhoAsks = () => {
    variesByCaller = true;
    return whoAsks();
  };
  const body = compose(await handle(view, trackedWhoAsks));
  const isLong = body.parts.length > MANY_PIECES;
  if (isLong) await nextTurn();
  const text = hasFieldMap ? withFieldMap(body.toBuffer()) : body.toBuffer();
  if (isLong) await nextTurn();
  const signed = await sign(text);
  const { dependencies } = view;
  const hasTags = isPublic && settings.tags.headers.length > 0;
  return toStored(
    signed ?? text,
    signed === null && !hasFieldMap ? body.parts : null,
    dependencies,
    {
      ...lifetimeOf(settings, {
        urlSeconds: signed === null ? Infinity : urlSeconds,
        expiresAt: view.expiresAt,
      }),
      // Responses for one caller are not cached, so they need no cache tags.
      tags: hasTags ? tagHeadersOf(settings.tags, dependencies) : [],
      variesByCaller,
      ...(mediaType !== undefined && { mediaType }),
    },
  );
};

/** Returns whether a request asks for a list without pages, which may have thousands of items. */
const isWholeList = <E extends OpenEndpoint>(
  endpoint: E,
  input: Pick<Input<E>, 'query'>,
): boolean => {
  const { page, pageSize } = input.query as { page?: unknown; pageSize?: unknown };
  return (
    'pageSize' in (endpoint.query?.shape ?? {}) && page === undefined && pageSize === undefined
  );
};

/**
 * Creates controller actions for delivery endpoints. An action authorises the caller and validates
 * the input against the contract. It answers from the cache when the entry is valid.
 *
 * Drafts and requests with an Authorization header are never cached. While the database is
 * unavailable, anonymous callers receive the stale response.
 */
export const createReadHandler = ({ strapi }: WithStrapi) => {
  const action = createOpenAction({ strapi });
  return <E extends OpenEndpoint>(
    endpoint: E,
    handle: Handle<E>,
    { beforeComputing }: Options = {},
  ) => {
    const [mediaType] = endpoint.mediaTypes ?? [];
    const computationOf = (
      engine: Engine,
      input: Input<E>,
      isBackground: boolean,
    ): Computation => ({
      compute: () =>
        respond(
          engine,
          (view, whoAsks) => handle(input, view, whoAsks),
          engine.view(null, { usesCache: true, isBackground, includes: includesOf(input) }),
          { isPublic: true, mediaType, whoAsks: askNobody },
        ),
      hasSameResults: (queryResults) => engine.hasSameResults(queryResults, { isBackground }),
    });

    /**
     * Stored as long as the endpoint has cached responses, so it must not hold on to anything of a
     * request.
     */
    const backgroundComputationOf = (engine: Engine) => (key: string) =>
      computationOf(engine, inputIn(key) as Input<E>, true);

    return action(endpoint, async (request) => {
      const engine = engineOf({ strapi });
      const { settings, cache, fastPath, computations, waitUntilSynced } = engine;
      const { ctx, whoAsks } = request;
      const startedAt = performance.now();
      const draft = visibleDraftOf(ctx);
      const isPublic = draft === null && ctx.get('Authorization') === '';
      const input: Input<E> = {
        ...request,
        ...(await inSiteLanguage<E>(request, async () =>
          engine.view(null, { usesCache: await waitUntilSynced() }),
        )),
      };
      const key = settings.cache && isPublic ? keyOf(endpoint, input) : null;
      const since = engine.now();

      const read = async (): Promise<HandledResponse> => {
        const isCurrent = draft === null && (await waitUntilSynced());
        if (beforeComputing !== undefined && (key === null || !cache.has(key))) {
          await beforeComputing(ctx);
        }
        if (key !== null && isCurrent) {
          const { response, isHit } = await cache.get(key, computationOf(engine, input, false));
          return { response, from: isHit ? 'HIT' : 'MISS' };
        }
        const shown = endpoint.previewable === true ? draft : null;
        const hasFieldMap =
          shown !== null &&
          (ctx.state as State).hasFieldMap === true &&
          !isWholeList(endpoint, input);
        const view = engine.view(shown, {
          usesCache: isCurrent,
          includes: includesOf(input),
          hasSources: hasFieldMap,
        });
        const response = await respond(
          engine,
          (...viewAndCaller) => handle(input, ...viewAndCaller),
          view,
          {
            isPublic,
            mediaType,
            whoAsks,
            hasFieldMap,
          },
        );
        return { response, from: 'MISS' };
      };

      const handled = await read().catch((error: unknown): HandledResponse => {
        const stale = key === null ? null : engine.staleFor(key, error);
        if (stale === null) throw error;
        return { ...stale, from: 'STALE' };
      });

      const { status: code, headers, body } = await negotiate(handled.response, ctx.headers);
      ctx.status = code;
      for (const [name, value] of pairsOf(headers)) {
        if (name === 'Vary') ctx.vary(value);
        else ctx.set(name, value);
      }
      if (body !== null) ctx.body = body;
      ctx.vary('Accept-Encoding');
      if (!isPublic) ctx.set('Cache-Control', 'private, no-store');
      // A shared cache could store this response after the purge for it has passed.
      else if (engine.hasChangedSince(handled.response, since))
        ctx.set('Cache-Control', 'no-store');
      if (settings.hasDebugHeaders) {
        ctx.set('X-Cache', handled.from);
        ctx.set('Server-Timing', `read;dur=${(performance.now() - startedAt).toFixed(1)}`);
      }
      if (handled.cacheStatus !== undefined) {
        engine.metrics.stale += 1;
        ctx.set('Cache-Status', handled.cacheStatus);
      } else if (key !== null && code === 200 && ctx.response.get(IGNORED_HEADER) === '') {
        cache.storeAddress(ctx.originalUrl, key);
        computations.set(endpoint.operationId, backgroundComputationOf(engine));
        ctx.res.once('finish', () => fastPath.learnHeaders(ctx.res));
      }
    });
  };
};
