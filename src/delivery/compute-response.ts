import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Input, Output } from '../platform/http/endpoint';
import type { OpenEndpoint, WhoAsks } from '../platform/http/handler';
import type { Engine } from './engine';
import { withFieldMap } from './field-map';
import { inputIn, type Computation } from './http-cache/cache';
import { lifetimeOf, toStored, type StoredResponse } from './http-cache/response';
import { tagHeadersOf } from './http-cache/tags';
import { compose, type Composed } from './json';
import { INCLUDE } from './plan/contract';
import { includables, type Includable } from './plan/field-source';
import type { View } from './view';
import type { VisibleDraft } from './visible-draft';

/**
 * Composes the response of an endpoint. Cached responses are the same for all anonymous callers. A
 * handler that calls `whoAsks` can return another response for students, which is never cached.
 * `Vary` then tells shared caches that responses differ.
 */
export type Handle<E extends OpenEndpoint> = (
  input: Input<E>,
  view: View,
  whoAsks: WhoAsks,
) => Promise<Composed<Output<E>>>;

type Read<E extends OpenEndpoint> = {
  engine: Engine;
  endpoint: E;
  handle: Handle<E>;
  input: Input<E>;
  whoAsks: WhoAsks;
  /** False for drafts and for requests with an Authorization header. */
  isPublic: boolean;
};

/** The part of a read that cached responses keep. It holds nothing of a caller. */
type CachedRead<E extends OpenEndpoint> = Pick<Read<E>, 'engine' | 'endpoint' | 'handle' | 'input'>;

/** Number of pieces above which a step takes milliseconds. Other requests run in between. */
const MANY_PIECES = 500;

const askNobody: WhoAsks = () => Promise.resolve(null);

const includesOf = ({ query }: { query: unknown }): readonly Includable[] => {
  const { [INCLUDE]: wanted } = query as { [INCLUDE]?: readonly string[] };
  return wanted === undefined ? [] : includables.filter((name) => wanted.includes(name));
};

/** Returns whether a request asks for a list without pages, which may have thousands of items. */
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
  { engine, endpoint, handle, input, whoAsks, isPublic }: Read<E>,
  view: View,
  { hasFieldMap }: { hasFieldMap: boolean },
): Promise<StoredResponse> => {
  const { settings, sign, urlSeconds } = engine;
  const [mediaType] = endpoint.mediaTypes ?? [];
  let variesByCaller = false;
  const trackedWhoAsks: WhoAsks = () => {
    variesByCaller = true;
    return whoAsks();
  };
  const body = compose(await handle(input, view, trackedWhoAsks));
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

/** Returns how the response cache computes the response of a read, and confirms it later. */
export const computationOf = <E extends OpenEndpoint>(
  read: CachedRead<E>,
  { isBackground = false }: { isBackground?: boolean } = {},
): Computation => ({
  compute: () =>
    compute(
      { ...read, whoAsks: askNobody, isPublic: true },
      read.engine.view(null, {
        usesCache: true,
        isBackground,
        includes: includesOf(read.input),
      }),
      { hasFieldMap: false },
    ),
  hasSameResults: (queryResults) => read.engine.hasSameResults(queryResults, { isBackground }),
});

/** Returns how cached responses of an endpoint are computed again, by their keys. */
export const backgroundComputationOf =
  <E extends OpenEndpoint>({ engine, endpoint, handle }: CachedRead<E>) =>
  (key: string): Computation => {
    const input = inputIn(key) as Input<E>;
    return computationOf({ engine, endpoint, handle, input }, { isBackground: true });
  };

/** Computes a response that is not cached. Whole lists have no form fields. */
export const computeUncached = <E extends OpenEndpoint>(
  read: Read<E>,
  options: { usesCache: boolean; draft: VisibleDraft | null; hasFieldMap: boolean },
): Promise<StoredResponse> => {
  const { usesCache, draft } = options;
  const hasFieldMap = options.hasFieldMap && !isWholeList(read.endpoint, read.input);
  const includes = includesOf(read.input);
  const view = read.engine.view(draft, { usesCache, includes, hasSources: hasFieldMap });
  return compute(read, view, { hasFieldMap });
};
