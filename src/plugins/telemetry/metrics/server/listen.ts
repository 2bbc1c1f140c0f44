import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';
import { StartRefused } from '../../../../platform/releases/start-refused';

/**
 * Serves `/metrics` on a separate port, which can be closed to visitors.
 *
 * @throws StartRefused if it cannot listen there
 */
export const listen = async (
  registry: Registry,
  { host, port }: { host: string; port: number },
): Promise<Server> => {
  const server = createServer((req, res) => {
    if (req.url !== '/metrics' || req.method !== 'GET') {
      res.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => res.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => res.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new StartRefused(
      `It cannot show its figures where METRICS_HOST and METRICS_PORT say: ${(error as Error).message}`,
    );
  }
  return server;
};
