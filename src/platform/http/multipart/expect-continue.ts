import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const waiting = new WeakSet<IncomingMessage>();

/**
 * Keeps callers who ask first (`Expect: 100-continue`, as curl does) from sending a body that nobody has
 * agreed to read yet; Node tells them to go ahead before anything has looked at the request.
 *
 * @param isHeld whether it is decided later, with {@link sendContinue}
 */
export const holdContinue = (
  server: Server,
  isHeld: (request: IncomingMessage) => boolean,
): void => {
  server.on('checkContinue', (request, response) => {
    if (isHeld(request)) waiting.add(request);
    else response.writeContinue();
    server.emit('request', request, response);
  });
};

/** Lets a caller who waits for it send the body. */
export const sendContinue = (request: IncomingMessage, response: ServerResponse): void => {
  if (waiting.delete(request)) response.writeContinue();
};

/** Whether the caller still holds the body back. */
export const isHoldingBody = (request: IncomingMessage): boolean => waiting.has(request);
