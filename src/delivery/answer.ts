import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IncomingHttpHeaders } from 'node:http';
import type { Input, Output } from '#platform/http/endpoint';
import type { IdentifyStudent, OpenEndpoint } from '#platform/http/handler';
import { findSiteLocale } from '#platform/strapi/site-locales';
import type { Engine } from './engine';
import { withFieldMap } from './field-map';
import { buildCacheKey, parseRequestInput, type Computation } from './http-cache/cache';
import {
  computeLifetime,
  negotiate,
  toStored,
  type Representation,
  type StoredResponse,
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

/** How an endpoint is read: what does not change from request to request. */
type EndpointRead<E extends OpenEndpoint> = { engine: Engine; handle: Handle<E> };

/** The part of a read that cached responses keep. It holds nothing of a caller. */
type ContentRead<E extends OpenEndpoint> = EndpointRead<E> & { endpoint: E; input: Input<E> };

/** The sender of a request, as far as the response depends on it. */
type Caller = {
  identifyStudent: IdentifyStudent;
  headers: IncomingHttpHeaders;
  isAnonymous: boolean;
  /** The draft that a preview token lets the request see, or null. */
  draft: VisibleDraft | null;
  /** Whether the preview asks for the form fields of the values. */
  hasFieldMap: boolean;
};

type ReadRequest<E extends OpenEndpoint> = EndpointRead<E> & {
  input: Input<E>;
  caller: Caller;
  /** May refuse the request before a response is computed. It is not called on a cache hit. */
  beforeComputing?: (() => Promise<void>) | undefined;
};

/** Returns true if all anonymous callers receive the same response, which caches may then keep. */
const isPublicCaller = ({ draft, isAnonymous }: Caller): boolean => draft === null && isAnonymous;

type CacheLookup = {
  response: StoredResponse;
  from: 'HIT' | 'MISS' | 'STALE';
  /** `Cache-Status` header of a stale response. */
  cacheStatus?: string;
};

type Answer = Omit<CacheLookup, 'response'> & {
  representation: Representation;
  /** Overrides the `Cache-Control` header of the representation. */
  cacheControl?: 'private, no-store' | 'no-store';
  /** Key of the cached response; null if this response is for one caller. */
  key: string | null;
};

/**
 * Answers a request that the fast path (`http-cache/fast-path.ts`) could not answer. This is the
 * whole way of a read:
 *
 * 1. Request: the contract has validated the input, which identifies the response in the cache.
 * 2. Cache: the cached response is sent, if no change has outdated it.
 * 3. Query: otherwise, `computeResponse` calls the endpoint's `handle`. It selects documents
 *    through a view (`view.ts`), by cached selections or SQL.
 * 4. Compile and SQL: the view reads the documents from the document cache. The missing ones come
 *    from one statement per contract (`plan/contract.ts`, `readers/sql/reader.ts`), as JSON text.
 * 5. Serialise: `computeResponse` joins these texts, and stores them with their dependencies.
 * 6. Validators: `negotiate` compares the `ETag`, and compresses the body.
 *
 * Drafts and requests with an Authorization header neither read nor fill the response cache. While
 * the database is unavailable, anonymous callers receive the stale response.
 */
export const answer = async <E extends OpenEndpoint>(
  endpoint: E,
  { engine, handle, caller, beforeComputing, ...request }: ReadRequest<E>,
): Promise<Answer> => {
  const { settings, cache } = engine;
  const isPublic = isPublicCaller(caller);
  const input = await inSiteLanguage(engine, request.input);
  const key = settings.cache && isPublic ? buildCacheKey(endpoint, input) : null;
  const since = engine.now();
  const read: ContentRead<E> = { engine, endpoint, handle, input };

  const find = async (): Promise<CacheLookup> => {
    const usesCache = caller.draft === null && (await engine.waitUntilSynced());
    if (beforeComputing !== undefined && (key === null || !cache.has(key))) {
      await beforeComputing();
    }
    if (key !== null && usesCache) {
      const { response, isHit } = await cache.get(key, createComputation(read));
      return { response, from: isHit ? 'HIT' : 'MISS' };
    }
    return { response: await computeForCaller(read, caller, usesCache), from: 'MISS' };
  };
  const { response, ...lookup } = await find().catch((error: unknown): CacheLookup => {
    const stale = key === null ? null : engine.staleFor(key, error);
    if (stale === null) throw error;
    return { ...stale, from: 'STALE' };
  });

  const representation = await negotiate(response, caller.headers);
  if (!isPublic) return { ...lookup, key, representation, cacheControl: 'private, no-store' };
  // A shared cache could store this response after the purge for it has passed.
  const isOutdated = engine.hasChangedSince(response, since);
  return { ...lookup, key, representation, ...(isOutdated && { cacheControl: 'no-store' }) };
};

type Language = { lang?: unknown };

/**
 * Replaces a requested language by the matching locale of the site, such as `es-ES` by `es` if
 * there is no `es-ES`. Languages without a region need no lookup.
 */
const inSiteLanguage = async <I extends { params: object; query: object }>(
  engine: Engine,
  input: I,
): Promise<I> => {
  const parts: readonly Language[] = [input.params, input.query];
  const tag = parts.map(({ lang }) => lang).find((lang) => lang !== undefined);
  if (typeof tag !== 'string' || !tag.includes('-')) return input;
  const { count } = engine.view(null, { usesCache: await engine.waitUntilSynced() });
  const lang = await findSiteLocale(
    tag,
    async (code) => (await count(LANGUAGES, { where: { code } })) > 0,
  );
  const withLanguage = <P extends object>(part: P): P =>
    'lang' in part ? { ...part, lang } : part;
  return { ...input, params: withLanguage(input.params), query: withLanguage(input.query) };
};

/** Returns how the response cache computes the response of a read, and confirms it later. */
const createComputation = <E extends OpenEndpoint>(
  read: ContentRead<E>,
  { isBackground = false }: { isBackground?: boolean } = {},
): Computation => ({
  compute: () => {
    const includes = includesOf(read.input);
    const view = read.engine.view(null, { usesCache: true, isBackground, includes });
    return computeResponse(read, view, ofAnyCaller);
  },
  hasSameResults: (queryResults) => read.engine.hasSameResults(queryResults, { isBackground }),
});

/** Returns how cached responses of an endpoint are computed again, by their keys. */
export const createBackgroundComputation =
  <E extends OpenEndpoint>(endpoint: E, { engine, handle }: EndpointRead<E>) =>
  (key: string): Computation => {
    const input = parseRequestInput(key) as Input<E>;
    return createComputation({ engine, endpoint, handle, input }, { isBackground: true });
  };

/** Computes a response that is not cached. It may show a draft, or depend on the student. */
const computeForCaller = <E extends OpenEndpoint>(
  read: ContentRead<E>,
  caller: Caller,
  usesCache: boolean,
): Promise<StoredResponse> => {
  const { engine, endpoint, input } = read;
  const { draft, identifyStudent } = caller;
  const isPreview = draft !== null && endpoint.previewable === true;
  const hasFieldMap = isPreview && caller.hasFieldMap && !isWholeList(endpoint, input);
  const view = engine.view(isPreview ? draft : null, {
    usesCache,
    includes: includesOf(input),
    hasSources: hasFieldMap,
  });
  const isPublic = isPublicCaller(caller);
  return computeResponse(read, view, { identifyStudent, isPublic, hasFieldMap });
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

type ComputeOptions = {
  identifyStudent: IdentifyStudent;
  /** False for drafts and for requests with an Authorization header. */
  isPublic: boolean;
  hasFieldMap: boolean;
};

const ofAnyCaller: ComputeOptions = {
  identifyStudent: () => Promise.resolve(null),
  isPublic: true,
  hasFieldMap: false,
};

/** Number of pieces above which a step takes milliseconds. Other requests run in between. */
const MANY_PIECES = 500;

/** Composes a response, adds its form fields, signs the URLs of files, and sets its lifetime. */
const computeResponse = async <E extends OpenEndpoint>(
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
      tags: isPublic ? tagHeadersOf(settings.tags, dependencies) : [],
      variesByCaller,
      ...(mediaType !== undefined && { mediaType }),
    },
  );
};
