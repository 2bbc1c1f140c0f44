import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'node:net';

/** How often connections are looked through for those that have nothing left to do. */
const SWEEP_MS = 50;

/** The connections of a server that are open at the moment; call it before it listens. */
export const trackConnections = (server: HttpServer): ReadonlySet<Socket> => {
  const connections = new Set<Socket>();
  server.on('connection', (connection) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  return connections;
};

/** From now on every answer ends its connection, so that callers take their next request elsewhere. */
export const closeAfterAnswers = (server: HttpServer): void => {
  // Before all others: an answer from memory is sent by the first of them.
  server.prependListener('request', (_request, response) => {
    response.setHeader('Connection', 'close');
  });
};

/**
 * Takes no new connections, ends those that are idle, and waits for the requests of the others.
 *
 * Neither `close` nor `closeIdleConnections` of Node's HTTP server is enough by itself (Node 20 to 24):
 * both take a connection as idle as soon as an answer has been handed over in full, although most of a
 * long one may still wait to be sent, and would cut it; and a connection on which nothing has ever been
 * sent never counts as idle.
 *
 * @param seconds how long requests may take; then their connections are cut
 * @returns how many connections were cut
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
