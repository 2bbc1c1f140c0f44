import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'node:net';

/** Interval in milliseconds for closing idle connections. */
const SWEEP_MS = 50;

/** Returns the open connections of a server, kept up to date. Call it before the server listens. */
export const trackConnections = (server: HttpServer): ReadonlySet<Socket> => {
  const connections = new Set<Socket>();
  server.on('connection', (connection) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  return connections;
};

/** Makes every response close its connection, so that clients send their next request elsewhere. */
export const closeAfterAnswers = (server: HttpServer): void => {
  // Must be the first listener, because a cached response is sent by the first one.
  server.prependListener('request', (_request, response) => {
    response.setHeader('Connection', 'close');
  });
};

/**
 * Accepts no new connections, closes idle ones, and waits for running requests.
 *
 * Neither `close` nor `closeIdleConnections` of Node's HTTP server is sufficient (Node 20 to 24).
 * Both treat a connection as idle once a response has been handed over. They would cut a long
 * response of which most is still unsent. A connection that never received a request never counts
 * as idle.
 *
 * @param seconds maximum duration of requests, after which their connections are cut
 * @returns the number of connections that were cut
 */
export const drain = (
  server: HttpServer,
  connections: ReadonlySet<Socket>,
  seconds: number,
): Promise<number> =>
  new Promise((resolve) => {
    let cut = 0;

    const sweep = (): void => {
      const open = [...connections];
      for (const connection of open) if (connection.bytesRead === 0) connection.destroy();
      if (open.every(({ writableLength }) => writableLength === 0)) server.closeIdleConnections();
    };

    const sweeping = setInterval(sweep, SWEEP_MS);
    const limit = setTimeout(() => {
      cut = connections.size;
      for (const connection of connections) connection.destroy();
    }, seconds * 1000);

    Server.prototype.close.call(server, () => {
      clearInterval(sweeping);
      clearTimeout(limit);
      resolve(cut);
    });
    sweep();
  });
