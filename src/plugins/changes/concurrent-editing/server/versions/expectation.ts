import type { Context } from 'koa';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { localizedError } from '../../../../../platform/http/localized-error';
import { editingErrors } from '../errors';
import { versionOf } from './draft';

/** What a write says of the version that it is based on. */
export type Expectation =
  /** Nothing, and it need not: the last write wins. */
  | { kind: 'none' }
  /** It was made from one of these. `isStrict`: refused even where no field has changed since. */
  | { kind: 'versions'; versions: readonly string[]; isStrict: boolean }
  /** A form was saved by somebody who does not say what they have seen; the fields that they send. */
  | { kind: 'unknown'; fields: readonly string[] };

export type Write = {
  uid: string;
  action: string;
  documentId: string;
  baseVersion?: unknown;
};

/** A request's route and caller, as Strapi's router and authentication leave them. */
type State = {
  route?: { handler?: unknown; info?: { type?: string; pluginName?: string } };
};

/** The content manager's handlers that save one entry's form, and what they do with it. */
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

const bodyOf = (ctx: Context): Record<string, unknown> => {
  const { body } = ctx.request as { body?: unknown };
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
};

/** The versions that `If-Match` names; null where it is missing or anything will do. */
const versionsInHeader = (ctx: Context): string[] | null => {
  const header = ctx.get('If-Match').trim();
  if (header === '' || header === '*') return null;
  return header
    .split(',')
    .map((tag) => tag.trim().replace(/^(?:W\/)?"?|"$/g, ''))
    .map((tag) => versionOf(tag) ?? tag);
};

const requestedOf = ({ strapi }: WithStrapi): Context | undefined => strapi.requestContext.get();

const stated = (context: WithStrapi, baseVersion: unknown, isStrict: boolean): Expectation => {
  const version = versionOf(baseVersion);
  if (version === null) throw localizedError(context, editingErrors.INVALID_BASE_VERSION);
  return { kind: 'versions', versions: [version], isStrict };
};

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** Whether a request is about the very document that is written, and not another one that is written with it. */
const isAbout = (ctx: Context, { uid, documentId }: Write): boolean => {
  const { model, id } = ctx.params as { model?: string; id?: string };
  return model === uid && (id === undefined || id === documentId);
};

const ofPanel = (context: WithStrapi, ctx: Context, write: Write, handler: string): Expectation => {
  if (panelHandlers[handler]?.includes(write.action) !== true || !isAbout(ctx, write)) {
    return { kind: 'none' };
  }
  const body = bodyOf(ctx);
  if (!isAbsent(body.baseVersion)) return stated(context, body.baseVersion, false);
  const versions = versionsInHeader(ctx);
  if (versions !== null) return { kind: 'versions', versions, isStrict: false };
  return { kind: 'unknown', fields: Object.keys(body) };
};

const ofContentApi = (ctx: Context, { uid, documentId }: Write, handler: string): Expectation => {
  const versions = versionsInHeader(ctx);
  const { id } = ctx.params as { id?: string };
  const isMeant = handler.startsWith(`${uid}.`) && (id === undefined || id === documentId);
  return versions === null || !isMeant
    ? { kind: 'none' }
    : { kind: 'versions', versions, isStrict: true };
};

/**
 * What a write of the Document Service says of the version that it is based on: by its own parameter, or by
 * the request that it answers.
 *
 * @throws ValidationError `INVALID_BASE_VERSION` for a version that is no moment
 */
export const expectationOf = (context: WithStrapi, write: Write): Expectation => {
  if (!isAbsent(write.baseVersion)) return stated(context, write.baseVersion, true);
  const ctx = requestedOf(context);
  const { handler, info } = (ctx?.state as State | undefined)?.route ?? {};
  if (ctx === undefined || typeof handler !== 'string') return { kind: 'none' };
  if (info?.pluginName === 'content-manager') return ofPanel(context, ctx, write, handler);
  if (info?.type === 'content-api') return ofContentApi(ctx, write, handler);
  return { kind: 'none' };
};

/** The content manager's handlers that make an entry of its form. */
const makers: ReadonlySet<string> = new Set([
  'collection-types.create',
  'collection-types.publish',
]);

/** Whether an entry is made of the panel's form for new ones of its type. */
export const isMadeInForm = (context: WithStrapi, uid: string): boolean => {
  const ctx = requestedOf(context);
  const { handler, info } = (ctx?.state as State | undefined)?.route ?? {};
  if (ctx === undefined || typeof handler !== 'string') return false;
  const { model, id } = ctx.params as { model?: string; id?: string };
  const isForm = info?.pluginName === 'content-manager' && makers.has(handler);
  return isForm && model === uid && id === undefined;
};

/** The request that is being answered; within one, a form is checked once although it is saved in steps. */
export const currentRequest = (context: WithStrapi): object | undefined => requestedOf(context);
