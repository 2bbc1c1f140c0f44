import type { Context, Next } from 'koa';
import { commonErrors } from './common-errors';
import { messageLanguageOf } from './message-language';

const BAD_REQUEST = 400;

/** Koa parses the address when it is first asked for the path, and throws what Node does; of some there is no path. */
const hasPath = (ctx: Context): boolean => {
  try {
    return typeof (ctx.path as unknown) === 'string';
  } catch {
    return false;
  }
};

/**
 * Answers 400 to requests whose address cannot be parsed (`GET http://[/`). Every later middleware reads the path, and the
 * outer ones would fail without an answer: strangers would fill the log with stacks.
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
