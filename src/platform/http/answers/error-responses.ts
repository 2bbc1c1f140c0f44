import type { Context, Next } from 'koa';
import { STATUS_CODES } from 'node:http';
import type { WithStrapi } from '../../strapi/with-strapi';
import { listMethods } from '../../strapi/routes';
import { createApiPathCheck } from '../api-address';
import { addressErrors, bodyErrors, commonErrors } from '../common-errors';
import type { ApiError } from '../errors';
import { getMessageLanguage } from '../message-language';
import { getRequestId } from '../../request-id';
import { createHash } from 'node:crypto';

/** Returns whether Koa would write a body as JSON. Streams and buffers are sent unchanged. */
const isJson = (body: unknown): body is object => {
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return false;
  return !('pipe' in body);
};

/**
 * Adds a validator to a response, and answers 304 when the caller's copy is current. The validator
 * is weak because all compressed forms share it.
 */
const validate = (ctx: Context): void => {
  if (ctx.status !== 200 || !isJson(ctx.body)) return;
  const text = JSON.stringify(ctx.body);
  ctx.body = text;
  ctx.type = 'json';
  ctx.set('ETag', `W/"${createHash('sha1').update(text).digest('base64url')}"`);
  if (ctx.fresh) ctx.status = 304;
};

const FIRST_ERROR = 400;
const NOT_IMPLEMENTED = 501;

/** Error codes by status, for errors without a code. */
const byStatus: Readonly<Record<number, ApiError>> = {
  400: commonErrors.INVALID_REQUEST,
  401: commonErrors.UNAUTHENTICATED,
  403: commonErrors.NOT_ALLOWED,
  404: addressErrors.NOT_FOUND,
  405: addressErrors.METHOD_NOT_ALLOWED,
  413: bodyErrors.BODY_TOO_LARGE,
  415: bodyErrors.BODY_NOT_TAKEN,
  429: commonErrors.TOO_MANY_REQUESTS,
};

type ErrorBody = { status?: number; name?: string; message?: string; details?: unknown };

const getErrorBody = ({ body }: Context): ErrorBody | undefined => {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
  const { error } = body;
  return typeof error === 'object' && error !== null ? error : undefined;
};

const nameOf = (status: number): string =>
  `${(STATUS_CODES[status] ?? '').replace(/\W/g, '')}Error`;

/** Returns whether a message says no more than its status. */
const isGenericMessage = (status: number, message: string | undefined): boolean =>
  message === undefined || message === '' || message === STATUS_CODES[status];

/** Adds a code to an error response, and a message in the caller's language where it has none. */
const addErrorCode = (ctx: Context): void => {
  const { status } = ctx;
  const common = byStatus[status];
  if (common === undefined) return;
  const errorBody = getErrorBody(ctx) ?? {};
  const details =
    typeof errorBody.details === 'object' && errorBody.details !== null ? errorBody.details : {};
  if ('code' in details) return;
  const message = isGenericMessage(status, errorBody.message)
    ? common.message[getMessageLanguage(ctx)]
    : errorBody.message;
  const error = { status, name: errorBody.name ?? nameOf(status), message };
  ctx.body = { data: null, error: { ...error, details: { code: common.code, ...details } } };
  // Koa sets the status to 200 when a body is set and no status was.
  ctx.status = status;
};

/** Adds the request's id to an error response, so that users can report what the log lists. */
const addRequestId = (ctx: Context): void => {
  const { status } = ctx;
  const errorBody = status < FIRST_ERROR ? undefined : getErrorBody(ctx);
  if (errorBody === undefined) return;
  ctx.body = { data: null, error: { ...errorBody, requestId: getRequestId(ctx) } };
  ctx.status = status;
};

/**
 * Answers 405 with `Allow` where a path has other methods, and 404 where it has none. Also answers
 * OPTIONS. The router mistakes Strapi's static files for a GET route at every path.
 */
const answerMethods = ({ strapi }: WithStrapi, ctx: Context): void => {
  const isOptions = ctx.method === 'OPTIONS' && ctx.response.get('Allow') !== '';
  const isUnanswered = ctx.status === 404 || ctx.status === 405 || ctx.status === NOT_IMPLEMENTED;
  if (!isOptions && !isUnanswered) return;
  const methods = listMethods({ strapi }, ctx);
  if (methods.includes(ctx.method)) return;
  if (methods.length === 0) {
    ctx.remove('Allow');
    if (ctx.status !== 404) ctx.body = null;
    ctx.status = 404;
    return;
  }
  ctx.set('Allow', [...methods, 'OPTIONS'].join(', '));
  if (isOptions) return;
  ctx.body = null;
  ctx.status = 405;
};

const setHeaders = (ctx: Context): void => {
  if (ctx.response.get('Cache-Control') === '') ctx.set('Cache-Control', 'no-store');
  ctx.vary('Accept-Language');
  if (ctx.status === 401) {
    const isRefused = ctx.get('Authorization') !== '';
    ctx.set('WWW-Authenticate', `Bearer realm="api"${isRefused ? ', error="invalid_token"' : ''}`);
  }
};

const isRead = ({ method }: Context): boolean => method === 'GET' || method === 'HEAD';

/**
 * Formats all responses of the API.
 *
 * - Errors have a code, use the caller's language and are not cached.
 * - Personal responses and responses to writes are not cached.
 * - All other responses have a validator.
 *
 * Errors of the panel and of Strapi carry the request's id too. Place it before `strapi::errors`
 * and after `strapi::compression`.
 */
export const createErrorResponsesMiddleware = ({ strapi }: WithStrapi) => {
  const isApiPath = createApiPathCheck({ strapi });
  return async (ctx: Context, next: Next): Promise<void> => {
    await next();
    if (ctx.respond === false) return;
    if (!isApiPath(ctx.path)) {
      addRequestId(ctx);
      return;
    }
    answerMethods({ strapi }, ctx);
    if (ctx.status >= FIRST_ERROR) {
      addErrorCode(ctx);
      addRequestId(ctx);
      setHeaders(ctx);
      return;
    }
    const isPersonal = !isRead(ctx) || ctx.get('Authorization') !== '';
    if (ctx.method !== 'OPTIONS' && ctx.response.get('Cache-Control') === '') {
      ctx.set('Cache-Control', isPersonal ? 'private, no-store' : 'public, no-cache');
    }
    // Responses that a contract reads bring their own validator.
    if (!isPersonal && ctx.response.get('ETag') === '') validate(ctx);
    // A strong validator covers the exact bytes. Personal responses are not compressed, because
    // their compressed length would reveal their content.
    if (isPersonal || ctx.response.get('ETag').startsWith('"')) ctx.compress = false;
  };
};
