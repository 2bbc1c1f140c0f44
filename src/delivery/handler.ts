import type { Context } from 'koa';
import type { WithStrapi } from '../platform/with-strapi';
import type { Input, Endpoint } from '../platform/http/endpoint';
import { createOpenAction, IGNORED_HEADER, type OpenEndpoint } from '../platform/http/handler';
import {
  backgroundComputationOf,
  computationOf,
  computeUncached,
  type Handle,
} from './compute-response';
import { engineOf } from './engine';
import { keyOf } from './http-cache/cache';
import { negotiate, pairsOf } from './http-cache/negotiate';
import type { StoredResponse } from './http-cache/response';
import { hasFieldMapOf, visibleDraftOf } from './visible-draft';
import { findSiteLocale } from '../platform/strapi/site-locales';
import { LANGUAGES } from './plan/model';
import type { View } from './view';

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

type Options = {
  /** May refuse the request before a response is computed. It is not called on a cache hit. */
  beforeComputing?: (ctx: Context) => Promise<void>;
};

type FoundResponse = {
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
 *
 * At last it negotiates what the caller receives: not modified, compressed or whole.
 */
export const createReadHandler = ({ strapi }: WithStrapi) => {
  const action = createOpenAction({ strapi });
  return <E extends OpenEndpoint>(
    endpoint: E,
    handle: Handle<E>,
    { beforeComputing }: Options = {},
  ) =>
    action(endpoint, async (request) => {
      const engine = engineOf({ strapi });
      const { settings, cache, waitUntilSynced } = engine;
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
      const read = { engine, endpoint, handle, input, whoAsks, isPublic };

      const find = async (): Promise<FoundResponse> => {
        const usesCache = draft === null && (await waitUntilSynced());
        if (beforeComputing !== undefined && (key === null || !cache.has(key))) {
          await beforeComputing(ctx);
        }
        if (key !== null && usesCache) {
          const { response, isHit } = await cache.get(key, computationOf(read));
          return { response, from: isHit ? 'HIT' : 'MISS' };
        }
        const isPreview = draft !== null && endpoint.previewable === true;
        const response = await computeUncached(read, {
          usesCache,
          draft: isPreview ? draft : null,
          hasFieldMap: isPreview && hasFieldMapOf(ctx),
        });
        return { response, from: 'MISS' };
      };
      const found = await find().catch((error: unknown): FoundResponse => {
        const stale = key === null ? null : engine.staleFor(key, error);
        if (stale === null) throw error;
        return { ...stale, from: 'STALE' };
      });

      const { status, headers, body } = await negotiate(found.response, ctx.headers);
      ctx.status = status;
      for (const [name, value] of pairsOf(headers)) {
        if (name === 'Vary') ctx.vary(value);
        else ctx.set(name, value);
      }
      if (body !== null) ctx.body = body;
      ctx.vary('Accept-Encoding');
      if (!isPublic) ctx.set('Cache-Control', 'private, no-store');
      // A shared cache could store this response after the purge for it has passed.
      else if (engine.hasChangedSince(found.response, since)) ctx.set('Cache-Control', 'no-store');
      if (settings.hasDebugHeaders) {
        ctx.set('X-Cache', found.from);
        ctx.set('Server-Timing', `read;dur=${(performance.now() - startedAt).toFixed(1)}`);
      }
      if (found.cacheStatus !== undefined) {
        engine.metrics.stale += 1;
        ctx.set('Cache-Status', found.cacheStatus);
      } else if (key !== null && status === 200 && ctx.response.get(IGNORED_HEADER) === '') {
        cache.storeAddress(ctx.originalUrl, key);
        engine.computations.set(endpoint.operationId, backgroundComputationOf(read));
        ctx.res.once('finish', () => engine.fastPath.learnHeaders(ctx.res));
      }
    });
};
