import { Readable } from 'node:stream';
import createError from 'http-errors';
import type { Context } from 'koa';

/**
 * Returns a stream of text whose first chunk is already loaded. An error before any byte is sent,
 * such as an unavailable database, is then answered normally and does not break off the response.
 */
export const startStream = async (
  chunks: AsyncGenerator<string>,
  options: { objectMode?: boolean } = {},
): Promise<Readable> => {
  const first = await chunks.next();
  const yieldAll = async function* (): AsyncGenerator<string> {
    if (first.done === true) return;
    yield first.value;
    yield* chunks;
  };
  return Readable.from(yieldAll(), options);
};

/** nginx's status for a client that closed the connection before the response. */
const CLOSED = 499;

/** Returns a signal that aborts when the caller disconnects before the response is sent. */
export const createDisconnectSignal = ({ req, res }: Context): AbortSignal => {
  const controller = new AbortController();
  const abort = (): void => {
    if (!res.writableFinished) controller.abort(createError(CLOSED, 'The caller has gone.'));
  };
  if (req.socket.destroyed) abort();
  else res.once('close', abort);
  return controller.signal;
};
