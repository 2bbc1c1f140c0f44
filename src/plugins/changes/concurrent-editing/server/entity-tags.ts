import type { Context, Next } from 'koa';
import { versionOf } from './versions/draft';

type State = { route?: { handler?: unknown; info?: { type?: string } } };

const single = /^api::.+\.(?:findOne|update|create)$/;

/** Returns the version of the single entry in a response of the content API. */
const versionIn = (body: unknown): string | null => {
  const { data } = (body ?? {}) as { data?: unknown };
  const { updatedAt } = (data ?? {}) as { updatedAt?: unknown };
  return versionOf(updatedAt);
};

/** Sets the `ETag` of one entry in the generated API. `If-Match` of a later write names it. */
export const setEntityTag = async (ctx: Context, next: Next): Promise<void> => {
  await next();
  const { handler, info } = (ctx.state as State).route ?? {};
  if (info?.type !== 'content-api' || typeof handler !== 'string' || !single.test(handler)) return;
  const version = ctx.status < 300 && ctx.response.get('ETag') === '' ? versionIn(ctx.body) : null;
  if (version !== null) ctx.set('ETag', `"${version}"`);
};
