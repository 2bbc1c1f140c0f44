import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Context, Next } from 'koa';

const unreadRequests = new WeakSet<IncomingMessage>();

/**
 * Keeps clients that send `Expect: 100-continue`, such as curl, from sending the body until a
 * handler has accepted it. Otherwise Node tells them to continue before any code has seen the
 * request.
 *
 * @param isHeld whether {@link sendContinue} is called later
 */
export const holdContinue = (
  server: Server,
  isHeld: (request: IncomingMessage) => boolean,
): void => {
  server.on('checkContinue', (request, response) => {
    if (isHeld(request)) unreadRequests.add(request);
    else response.writeContinue();
    server.emit('request', request, response);
  });
};

/** Tells a waiting client to send the body. */
export const sendContinue = (request: IncomingMessage, response: ServerResponse): void => {
  if (unreadRequests.delete(request)) response.writeContinue();
};

/** Returns whether the client still holds the body back. */
const isHoldingBody = (request: IncomingMessage): boolean => unreadRequests.has(request);

/**
 * Maximum time to receive and drop the rest of a rejected body, in total and between two chunks.
 */
const MAX_DRAIN_MS = 30_000;
const IDLE_MS = 5_000;

const unread = new WeakSet<IncomingMessage>();

/** Marks a request as answered without its whole body having been read. */
export const leaveBodyUnread = ({ req }: Context): void => {
  unread.add(req);
};

/** Drops the rest of a body until it ends, the caller disconnects or a timeout expires. */
const drain = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    if (request.complete || request.destroyed) {
      resolve();
      return;
    }
    const finish = (): void => {
      clearTimeout(longest);
      clearTimeout(idle);
      request.off('data', onData);
      resolve();
    };
    const onData = (): void => {
      idle.refresh();
    };
    const longest = setTimeout(finish, MAX_DRAIN_MS).unref();
    const idle = setTimeout(finish, IDLE_MS).unref();
    request.once('end', finish).once('close', finish).once('error', finish);
    request.on('data', onData).resume();
  });

async function* answerThenDrain(answer: string, request: IncomingMessage): AsyncGenerator<string> {
  yield answer;
  await drain(request);
}

/**
 * Closes the connection of a request whose body was not read, after the response has been sent. If
 * it closed at once, the system would send a reset and the client would drop the response (RFC
 * 9112, 9.6). Data that arrive afterwards are dropped for a while.
 *
 * It stands before `strapi::errors`, which writes the responses that this sends.
 */
export const closeUnreadRequests = async (ctx: Context, next: Next): Promise<void> => {
  await next();
  if (!unread.has(ctx.req)) return;
  ctx.set('Connection', 'close');
  if (ctx.req.complete || isHoldingBody(ctx.req)) return;
  const { type } = ctx.response;
  const answer = typeof ctx.body === 'string' ? ctx.body : JSON.stringify(ctx.body ?? {});
  ctx.body = Readable.from(answerThenDrain(answer, ctx.req));
  ctx.type = type;
  ctx.length = Buffer.byteLength(answer);
};
