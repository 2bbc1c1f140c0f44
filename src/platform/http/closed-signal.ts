import createError from 'http-errors';
import type { Context } from 'koa';

/** nginx's status for a client that closed the connection before the response. */
const CLOSED = 499;

/** Returns a signal that aborts when the caller disconnects before the response is sent. */
export const closedSignal = ({ req, res }: Context): AbortSignal => {
  const controller = new AbortController();
  const abort = (): void => {
    if (!res.writableFinished) controller.abort(createError(CLOSED, 'The caller has gone.'));
  };
  if (req.socket.destroyed) abort();
  else res.once('close', abort);
  return controller.signal;
};
