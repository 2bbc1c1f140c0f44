import type { Context, Next } from 'koa';
import { commonErrors } from './common-errors';
import { messageLanguageOf } from './message-language';

const BAD_REQUEST = 400;

/**
 * Returns whether the URL can be parsed. Koa parses it at the first access to the path, and throws
 * Node's error for some URLs.
 */
const hasPath = (ctx: Context): boolean => {
  try {
    return typeof (ctx.path as unknown) === 'string';
  } catch {
    return false;
  }
};

/**
 * Answers 400 to requests with a malformed URL (`GET http://[/`). Every later middleware reads the
 * path. The outer ones would fail without a response, and callers could fill the log with stacks.
 */
export const refuseMalformedAddress = async (ctx: Context, next: Next): Promise<void> => {
  if (hasPath(ctx)) {
    await next();
    return;
  }
  const { code, message } = commonErrors.INVALID_REQUEST;
  const error = {
    status: BAD_REQUEST,
    name: 'BadRequestError',
    message: message[messageLanguageOf(ctx)],
    details: { code },
  };
  ctx.status = BAD_REQUEST;
  ctx.body = { data: null, error };
};
