import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const waiting = new WeakSet<IncomingMessage>();

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
    if (isHeld(request)) waiting.add(request);
    else response.writeContinue();
    server.emit('request', request, response);
  });
};

/** Tells a waiting client to send the body. */
export const sendContinue = (request: IncomingMessage, response: ServerResponse): void => {
  if (waiting.delete(request)) response.writeContinue();
};

/** Returns whether the client still holds the body back. */
export const isHoldingBody = (request: IncomingMessage): boolean => waiting.has(request);
