import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { TestDatabase } from './database';

/** A way to a database that can be shut while somebody depends on it. */
export type DatabaseGate = {
  /** The database by way of the gate. */
  database: TestDatabase;
  /** Ends every connection and lets nobody in. */
  shut: () => void;
  /** Takes what is sent and never passes it on, in either direction. */
  hang: () => void;
  open: () => void;
  close: () => Promise<void>;
};

/** Opens a gate on a port of its own in front of a database. */
export const openDatabaseGate = async (database: TestDatabase): Promise<DatabaseGate> => {
  const { hostname, port } = new URL(database.url);
  const pairs = new Set<readonly [Socket, Socket]>();
  let state: 'open' | 'shut' | 'hanging' = 'open';

  const server = createServer((near) => {
    if (state === 'shut') {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        pairs.delete(pair);
        for (const other of pair) other.destroy();
      });
    }
    near.on('data', (chunk) => state === 'open' && far.write(chunk));
    far.on('data', (chunk) => state === 'open' && near.write(chunk));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const cut = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  const url = new URL(database.url);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    database: { ...database, url: url.href },
    shut: () => {
      state = 'shut';
      cut();
    },
    hang: () => {
      state = 'hanging';
    },
    open: () => {
      // Half a conversation is worth nothing.
      cut();
      state = 'open';
    },
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
};
