import type { Context, Next } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createLocalizedError } from '#platform/http/localized-error';
import { editingErrors } from '../errors';
import { toVersion } from './draft';

/** Version on which a write is based. */
export type Expectation =
  /** No version is stated or required: the last write wins. */
  | { kind: 'none' }
  /** Stated versions. `isStrict`: refused even if no field has changed since. */
  | { kind: 'versions'; versions: readonly string[]; isStrict: boolean }
  /** A form save without a version, with the fields that it sends. */
  | { kind: 'unknown'; fields: readonly string[] };

export type Write = {
  uid: string;
  action: string;
  documentId: string;
  baseVersion?: unknown;
};

/** Route of a request, as Strapi's router stores it. */
type RouteState = {
  route?: { handler?: unknown; info?: { type?: string; pluginName?: string } };
};

/** The content manager's handlers that save a form, and their Document Service actions. */
const panelHandlers: Readonly<Record<string, readonly string[]>> = {
  'collection-types.update': ['update'],
  'collection-types.publish': ['update', 'publish'],
  'collection-types.unpublish': ['discardDraft', 'unpublish'],
  'collection-types.discard': ['discardDraft'],
  'single-types.createOrUpdate': ['update'],
  'single-types.publish': ['update', 'publish'],
  'single-types.unpublish': ['discardDraft', 'unpublish'],
  'single-types.discard': ['discardDraft'],
};

const getBody = (ctx: Context): Record<string, unknown> => {
  const { body } = ctx.request as { body?: unknown };
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
};

/** Returns the versions in `If-Match`; null if it is missing or `*`. */
const parseIfMatch = (ctx: Context): string[] | null => {
  const header = ctx.get('If-Match').trim();
  if (header === '' || header === '*') return null;
  return header
    .split(',')
    .map((tag) => tag.trim().replace(/^(?:W\/)?"?|"$/g, ''))
    .map((tag) => toVersion(tag) ?? tag);
};

const parseExpectation = (
  context: WithStrapi,
  baseVersion: unknown,
  isStrict: boolean,
): Expectation => {
  const version = toVersion(baseVersion);
  if (version === null) throw createLocalizedError(context, editingErrors.INVALID_BASE_VERSION);
  return { kind: 'versions', versions: [version], isStrict };
};

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/**
 * Returns whether a request targets the written document, and not another one written along with
 * it.
 */
const isAbout = (ctx: Context, { uid, documentId }: Write): boolean => {
  const { model, id } = ctx.params as { model?: string; id?: string };
  return model === uid && (id === undefined || id === documentId);
};

const ofPanel = (context: WithStrapi, ctx: Context, write: Write, handler: string): Expectation => {
  if (panelHandlers[handler]?.includes(write.action) !== true || !isAbout(ctx, write)) {
    return { kind: 'none' };
  }
  const body = getBody(ctx);
  if (!isAbsent(body.baseVersion)) return parseExpectation(context, body.baseVersion, false);
  const versions = parseIfMatch(ctx);
  if (versions !== null) return { kind: 'versions', versions, isStrict: false };
  return { kind: 'unknown', fields: Object.keys(body) };
};

const ofContentApi = (ctx: Context, { uid, documentId }: Write, handler: string): Expectation => {
  const versions = parseIfMatch(ctx);
  const { id } = ctx.params as { id?: string };
  const isMeant = handler.startsWith(`${uid}.`) && (id === undefined || id === documentId);
  return versions === null || !isMeant
    ? { kind: 'none' }
    : { kind: 'versions', versions, isStrict: true };
};

/**
 * Returns the version on which a write is based, from its own parameter or the current request.
 *
 * @throws ValidationError `INVALID_BASE_VERSION` if the version is no instant
 */
export const resolveExpectation = (context: WithStrapi, write: Write): Expectation => {
  if (!isAbsent(write.baseVersion)) return parseExpectation(context, write.baseVersion, true);
  const ctx = context.strapi.requestContext.get();
  const { handler, info } = (ctx?.state as RouteState | undefined)?.route ?? {};
  if (ctx === undefined || typeof handler !== 'string') return { kind: 'none' };
  if (info?.pluginName === 'content-manager') return ofPanel(context, ctx, write, handler);
  if (info?.type === 'content-api') return ofContentApi(ctx, write, handler);
  return { kind: 'none' };
};

/** The content manager's handlers that create an entry from a form. */
const makers: ReadonlySet<string> = new Set([
  'collection-types.create',
  'collection-types.publish',
]);

/** Returns whether the current request creates an entry of a type from the panel's form. */
export const isMadeInForm = (context: WithStrapi, uid: string): boolean => {
  const ctx = context.strapi.requestContext.get();
  const { handler, info } = (ctx?.state as RouteState | undefined)?.route ?? {};
  if (ctx === undefined || typeof handler !== 'string') return false;
  const { model, id } = ctx.params as { model?: string; id?: string };
  const isForm = info?.pluginName === 'content-manager' && makers.has(handler);
  return isForm && model === uid && id === undefined;
};

const singleHandlers = /^api::.+\.(?:findOne|update|create)$/;

/** Returns the version of the single entry in a response of the content API. */
const getResponseVersion = (body: unknown): string | null => {
  const { data } = (body ?? {}) as { data?: unknown };
  const { updatedAt } = (data ?? {}) as { updatedAt?: unknown };
  return toVersion(updatedAt);
};

/** Sets the `ETag` of one entry in the generated API. `If-Match` of a later write names it. */
export const setEntityTag = async (ctx: Context, next: Next): Promise<void> => {
  await next();
  const { handler, info } = (ctx.state as RouteState).route ?? {};
  if (info?.type !== 'content-api' || typeof handler !== 'string' || !singleHandlers.test(handler))
    return;
  const version =
    ctx.status < 300 && ctx.response.get('ETag') === '' ? getResponseVersion(ctx.body) : null;
  if (version !== null) ctx.set('ETag', `"${version}"`);
};
