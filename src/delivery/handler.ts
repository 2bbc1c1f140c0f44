import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Input, Endpoint, Output } from '#platform/http/endpoint';
import {
  createOpenAction,
  IGNORED_HEADER,
  type OpenEndpoint,
  type IdentifyStudent,
} from '#platform/http/handler';
import { findSiteLocale } from '#platform/strapi/site-locales';
import { getEngine, type Engine } from './engine';
import { withFieldMap } from './field-map';
import { buildCacheKey, parseRequestInput, type Computation } from './http-cache/cache';
import {
  negotiate,
  toHeaderPairs,
  type StoredResponse,
  computeLifetime,
  toStored,
} from './http-cache/response';
import { tagHeadersOf } from './http-cache/tags';
import { compose, type JsonParts } from './json';
import { INCLUDE } from './plan/contract';
import { includables, type Includable } from './plan/field-source';
import { LANGUAGES } from './plan/model';
import type { VisibleDraft } from './readers/reader';
import type { View } from './view';

/**
 * Composes the response of an endpoint. Cached responses are the same for all anonymous callers. A
 * handler that calls `identifyStudent` can return another response for students, which is never
 * cached. `Vary` then tells shared caches that responses differ.
 */
export type Handle<E extends OpenEndpoint> = (
  input: Input<E>,
  view: View,
  identifyStudent: IdentifyStudent,
) => Promise<JsonParts<Output<E>>>;

type State = { visibleDraft?: VisibleDraft; hasFieldMap?: boolean };

/** Lets a request see the draft of one document, and the form fields of its values. */
export const grantDraft = (
  ctx: Context,
  visibleDraft: VisibleDraft,
  { hasFieldMap = false }: { hasFieldMap?: boolean } = {},
): void => {
  Object.assign(ctx.state, { visibleDraft, hasFieldMap } satisfies State);
};

/** Returns the draft that a preview token lets a request see, or null. */
export const getVisibleDraft = (ctx: Context): VisibleDraft | null =>
  (ctx.state as State).visibleDraft ?? null;

/** The part of a read that cached responses keep. It holds nothing of a caller. */
type ContentRead<E extends OpenEndpoint> = {
  engine: Engine;
  endpoint: E;
  handle: Handle<E>;
  input: Input<E>;
};

type ComputeOptions = {
  identifyStudent: IdentifyStudent;
  /** False for drafts and for requests with an Authorization header. */
  isPublic: boolean;
  hasFieldMap: boolean;
};

/** Number of pieces above which a step takes milliseconds. Other requests run in between. */
const MANY_PIECES = 500;

const ofAnyCaller: ComputeOptions = {
  identifyStudent: () => Promise.resolve(null),
  isPublic: true,
  hasFieldMap: false,
};

const includesOf = ({ query }: { query: unknown }): readonly Includable[] => {
  const { [INCLUDE]: included } = query as { [INCLUDE]?: readonly string[] };
  return included === undefined ? [] : includables.filter((name) => included.includes(name));
};

/** Returns whether a request asks for a list without pages, which is too long for form fields. */
const isWholeList = <E extends OpenEndpoint>(
  endpoint: E,
  { query }: Pick<Input<E>, 'query'>,
): boolean => {
  const { page, pageSize } = query as { page?: unknown; pageSize?: unknown };
  return (
    'pageSize' in (endpoint.query?.shape ?? {}) && page === undefined && pageSize === undefined
  );
};

/** Composes a response, adds its form fields, signs the URLs of files, and sets its lifetime. */
const compute = async <E extends OpenEndpoint>(
  { engine, endpoint, handle, input }: ContentRead<E>,
  view: View,
  { identifyStudent, isPublic, hasFieldMap }: ComputeOptions,
): Promise<StoredResponse> => {
  const { settings, sign, urlSeconds } = engine;
  const [mediaType] = endpoint.mediaTypes ?? [];
  let variesByCaller = false;
  const identifyCaller: IdentifyStudent = () => {
    variesByCaller = true;
    return identifyStudent();
  };
  const body = compose(await handle(input, view, identifyCaller));
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
      ...computeLifetime(settings, {
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

/** Returns how the response cache computes the response of a read, and confirms it later. */
const createComputation = <E extends OpenEndpoint>(
  read: ContentRead<E>,
  { isBackground = false }: { isBackground?: boolean } = {},
): Computation => ({
  compute: () => {
    const includes = includesOf(read.input);
    const view = read.engine.view(null, { usesCache: true, isBackground, includes });
    return compute(read, view, ofAnyCaller);
  },
  hasSameResults: (queryResults) => read.engine.hasSameResults(queryResults, { isBackground }),
});

/** Returns how cached responses of an endpoint are computed again, by their keys. */
const createBackgroundComputation =
  <E extends OpenEndpoint>({ engine, endpoint, handle }: ContentRead<E>) =>
  (key: string): Computation => {
    const input = parseRequestInput(key) as Input<E>;
    return createComputation({ engine, endpoint, handle, input }, { isBackground: true });
  };

type Language = { lang?: unknown };

/**
 * Replaces a requested language by the matching locale of the site, such as `es-ES` by `es` if
 * there is no `es-ES`. Languages without a region need no lookup.
 *
 * @param openView opens a view for the lookup
 */
const inSiteLanguage = async <E extends Endpoint>(
  { params, query }: Pick<Input<E>, 'params' | 'query'>,
  openView: () => Promise<Pick<View, 'count'>>,
): Promise<Pick<Input<E>, 'params' | 'query'>> => {
  const parts: readonly Language[] = [params, query];
  const tag = parts.map(({ lang }) => lang).find((lang) => lang !== undefined);
  if (typeof tag !== 'string' || !tag.includes('-')) return { params, query };
  const { count } = await openView();
  const lang = await findSiteLocale(
    tag,
    async (code) => (await count(LANGUAGES, { where: { code } })) > 0,
  );
  const withLanguage = <P extends object>(part: P): P =>
    'lang' in part ? { ...part, lang } : part;
  return { params: withLanguage(params), query: withLanguage(query) };
};

/** Sends what the caller accepts: not modified, compressed or whole. */
const send = async (ctx: Context, response: StoredResponse): Promise<void> => {
  const { status, headers, body } = await negotiate(response, ctx.headers);
  ctx.status = status;
  for (const [name, value] of toHeaderPairs(headers)) {
    if (name === 'Vary') ctx.vary(value);
    else ctx.set(name, value);
  }
  if (body !== null) ctx.body = body;
  ctx.vary('Accept-Encoding');
};

type Options = {
  /** May refuse the request before a response is computed. It is not called on a cache hit. */
  beforeComputing?: (ctx: Context) => Promise<void>;
};

type CacheLookup = {
  response: StoredResponse;
  from: 'HIT' | 'MISS' | 'STALE';
  /** `Cache-Status` header of a stale response. */
  cacheStatus?: string;
};

/**
 * Creates controller actions for delivery endpoints: the whole way of a read that the fast path
 * (`http-cache/fast-path.ts`) could not answer. The action authorises the caller and validates the
 * input against the contract. Then it finds the response:
 *
 * - The cached response, if no change has outdated it; otherwise it is computed, and cached. Its
 *   documents come from the document cache or from compiled SQL.
 * - A draft, or a response to a request with an Authorization header, is computed and not cached.
 * - While the database is unavailable, anonymous callers receive the stale response.
 */
export const createReadHandler = ({ strapi }: WithStrapi) => {
  const action = createOpenAction({ strapi });
  return <E extends OpenEndpoint>(
    endpoint: E,
    handle: Handle<E>,
    { beforeComputing }: Options = {},
  ) =>
    action(endpoint, async (request) => {
      const engine = getEngine({ strapi });
      const { settings, cache, waitUntilSynced } = engine;
      const { ctx, identifyStudent } = request;
      const startedAt = performance.now();
      const draft = getVisibleDraft(ctx);
      const isPublic = draft === null && ctx.get('Authorization') === '';
      const input: Input<E> = {
        ...request,
        ...(await inSiteLanguage<E>(request, async () =>
          engine.view(null, { usesCache: await waitUntilSynced() }),
        )),
      };
      const key = settings.cache && isPublic ? buildCacheKey(endpoint, input) : null;
      const since = engine.now();
      const read = { engine, endpoint, handle, input };

      const find = async (): Promise<CacheLookup> => {
        const usesCache = draft === null && (await waitUntilSynced());
        if (beforeComputing !== undefined && (key === null || !cache.has(key))) {
          await beforeComputing(ctx);
        }
        if (key !== null && usesCache) {
          const { response, isHit } = await cache.get(key, createComputation(read));
          return { response, from: isHit ? 'HIT' : 'MISS' };
        }
        const isPreview = draft !== null && endpoint.previewable === true;
        const hasFieldMap =
          isPreview && (ctx.state as State).hasFieldMap === true && !isWholeList(endpoint, input);
        const view = engine.view(isPreview ? draft : null, {
          usesCache,
          includes: includesOf(input),
          hasSources: hasFieldMap,
        });
        const response = await compute(read, view, { identifyStudent, isPublic, hasFieldMap });
        return { response, from: 'MISS' };
      };
      const answer = await find().catch((error: unknown): CacheLookup => {
        const stale = key === null ? null : engine.staleFor(key, error);
        if (stale === null) throw error;
        return { ...stale, from: 'STALE' };
      });

      await send(ctx, answer.response);
      if (!isPublic) ctx.set('Cache-Control', 'private, no-store');
      // A shared cache could store this response after the purge for it has passed.
      else if (engine.hasChangedSince(answer.response, since)) ctx.set('Cache-Control', 'no-store');
      if (settings.hasDebugHeaders) {
        ctx.set('X-Cache', answer.from);
        ctx.set('Server-Timing', `read;dur=${(performance.now() - startedAt).toFixed(1)}`);
      }
      if (answer.cacheStatus !== undefined) {
        engine.metrics.stale += 1;
        ctx.set('Cache-Status', answer.cacheStatus);
      } else if (key !== null && ctx.status === 200 && ctx.response.get(IGNORED_HEADER) === '') {
        cache.storeAddress(ctx.originalUrl, key);
        engine.computations.set(endpoint.operationId, createBackgroundComputation(read));
        ctx.res.once('finish', () => engine.fastPath.learnHeaders(ctx.res));
      }
    });
};
