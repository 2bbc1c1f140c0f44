import createError from 'http-errors';
import type { Context } from 'koa';

/** As nginx calls it: nobody is there to read the answer. */
const CLOSED = 499;

/** Returns a signal that ends what is done for a request once its caller has gone before it was answered. */
export const closedSignal = ({ req, res }: Context): AbortSignal => {
  const controller = new AbortController();
  const abort = (): void => {
    if (!res.writableFinished) controller.abort(createError(CLOSED, 'The caller has gone.'));
  };
  if (req.socket.destroyed) abort();
  else res.once('close', abort);
  return controller.signal;
};
