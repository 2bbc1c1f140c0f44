import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { freePort } from '../support/ports';

export type Answer = {
  status?: number;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** The response is created at the request, and sent when this settles. */
  heldBack?: Promise<unknown>;
};

/** A server that responds like a node and records its requests. */
export type StandIn = {
  port: number;
  asked: IncomingMessage[];
  stop: () => Promise<void>;
};

/** Returns a response with tags that may be cached for a year. */
export const kept = (body: string, ...tags: readonly string[]): Answer => ({
  headers: {
    'Cache-Control': 'public, max-age=0, s-maxage=31536000, must-revalidate',
    xkey: ['all', ...tags].join(' '),
  },
  body,
});

/** Starts a server. It creates a response at the request, and sends it after `heldBack`. */
export const startStandIn = async (
  answer: (path: string, req: IncomingMessage) => Answer,
): Promise<StandIn> => {
  const port = await freePort();
  const requests: IncomingMessage[] = [];
  const handle = (req: IncomingMessage, res: ServerResponse): void => {
    if (req.url === '/_ready') {
      res.end();
      return;
    }
    requests.push(req);
    const { status = 200, headers = {}, body = '', heldBack } = answer(req.url ?? '', req);
    const send = (): void => {
      res.writeHead(status, headers);
      res.end(body);
    };
    if (heldBack === undefined) send();
    else void heldBack.then(send);
  };
  const server = createServer(handle).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port,
    asked: requests,
    stop: async () => {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
