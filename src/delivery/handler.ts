import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createOpenAction, IGNORED_HEADER, type OpenEndpoint } from '#platform/http/handler';
import { answer, createBackgroundComputation, type Handle } from './answer';
import { getEngine } from './engine';
import { toHeaderPairs, type Representation } from './http-cache/response';
import type { VisibleDraft } from './readers/reader';

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

const send = (ctx: Context, { status, headers, body }: Representation): void => {
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

/**
 * Creates controller actions for delivery endpoints. An action admits the caller, validates the
 * input against the contract, and sends what `answer` returns. The fast path then knows the address.
 */
export const createReadHandler = ({ strapi }: WithStrapi) => {
  const action = createOpenAction({ strapi });
  return <E extends OpenEndpoint>(
    endpoint: E,
    handle: Handle<E>,
    { beforeComputing }: Options = {},
  ) =>
    action(endpoint, async (input) => {
      const engine = getEngine({ strapi });
      const { ctx, identifyStudent } = input;
      const startedAt = performance.now();
      const { key, representation, from, cacheControl, cacheStatus } = await answer(endpoint, {
        engine,
        handle,
        input,
        caller: {
          identifyStudent,
          headers: ctx.headers,
          isAnonymous: ctx.get('Authorization') === '',
          draft: getVisibleDraft(ctx),
          hasFieldMap: (ctx.state as State).hasFieldMap === true,
        },
        ...(beforeComputing && { beforeComputing: () => beforeComputing(ctx) }),
      });

      send(ctx, representation);
      if (cacheControl !== undefined) ctx.set('Cache-Control', cacheControl);
      if (engine.settings.hasDebugHeaders) {
        ctx.set('X-Cache', from);
        ctx.set('Server-Timing', `read;dur=${(performance.now() - startedAt).toFixed(1)}`);
      }
      if (cacheStatus !== undefined) {
        engine.metrics.stale += 1;
        ctx.set('Cache-Status', cacheStatus);
      } else if (key !== null && ctx.status === 200 && ctx.response.get(IGNORED_HEADER) === '') {
        engine.cache.storeAddress(ctx.originalUrl, key);
        engine.computations.set(
          endpoint.operationId,
          createBackgroundComputation(endpoint, { engine, handle }),
        );
        ctx.res.once('finish', () => engine.fastPath.learnHeaders(ctx.res));
      }
    });
};
