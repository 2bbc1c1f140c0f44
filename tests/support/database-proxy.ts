import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onFileEnd } from './host';

/** A connection to the database that can be disturbed. */
export type Proxy = {
  /** The database's address through the proxy. */
  url: string;
  /** Simulates a stopped server: connections end, new ones are refused. */
  cut: () => Promise<void>;
  /** Simulates a network that drops all packets: connections neither end nor respond, and connecting hangs. */
  hang: () => void;
  /** Simulates a firewall that has forgotten existing connections; new ones work. */
  hangExisting: () => void;
  /** Restores the connection; hanging connections have ended. */
  restore: () => Promise<void>;
  close: () => Promise<void>;
};

type Pair = { near: Socket; far: Socket; isDeaf: boolean };

export const openProxy = async (database: string): Promise<Proxy> => {
  const target = new URL(database);
  const pairs = new Set<Pair>();
  let isHanging = false;

  const end = (pair: Pair): void => {
    pairs.delete(pair);
    pair.near.destroy();
    pair.far.destroy();
  };

  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const pair: Pair = { near, far, isDeaf: isHanging };
    pairs.add(pair);
    const pass = (from: Socket, to: Socket): void => {
      from.on('data', (chunk) => {
        if (!pair.isDeaf) to.write(chunk);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        if (!pair.isDeaf) end(pair);
      });
    };
    pass(near, far);
    pass(far, near);
  });

  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);

  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const pair of pairs) end(pair);
    await closed;
  };
  onFileEnd(stop);

  const url = new URL(database);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  const hangExisting = (): void => {
    for (const pair of pairs) pair.isDeaf = true;
  };
  return {
    url: url.href,
    cut: stop,
    hang: () => {
      isHanging = true;
      hangExisting();
    },
    hangExisting,
    restore: async () => {
      isHanging = false;
      // The server's side must not keep locks.
      for (const pair of pairs) if (pair.isDeaf) end(pair);
      if (!server.listening) await listen(port);
    },
    close: stop,
  };
};
