import { once } from 'node:events';
import { createServer } from 'node:net';
import { Client } from 'pg';
import { fromDatabaseSocket } from '#platform/database-unavailable';
import { StartRefused } from '#platform/releases/start-refused';

/**
 * Refuses to start if the port is taken, before the expensive part of the start.
 *
 * @throws StartRefused
 */
export const checkPort = async ({ host, port }: { host: string; port: number }): Promise<void> => {
  const server = createServer();
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new StartRefused(
      `It cannot listen where HOST and PORT say: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  server.close();
  await once(server, 'close');
};

const readBackendPid = async (client: Client): Promise<number | undefined> => {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
};

/**
 * Refuses to start behind a connection pooler in transaction or statement mode, where two
 * concurrent sessions share a server process. The service would fail later, when it listens for
 * changes or uses a prepared statement.
 *
 * @throws StartRefused
 * @throws the driver's error if the database is unreachable
 */
export const checkSessions = async (url: string): Promise<void> => {
  const clients = [1, 2].map(
    () =>
      new Client({
        connectionString: url,
        connectionTimeoutMillis: 10_000,
        query_timeout: 10_000,
      }),
  );
  // The query of a lost connection fails anyway.
  for (const client of clients) client.on('error', () => undefined);
  try {
    const backends: (number | undefined)[] = [];
    for (const client of clients) {
      await client.connect();
      backends.push(await readBackendPid(client));
    }
    if (new Set(backends).size === backends.length) return;
    throw new StartRefused(
      `DATABASE_URL leads to a connection pooler in transaction mode (${new URL(url).host}). The service needs sessions: ` +
        'set the pool to session mode, or connect to PostgreSQL itself.',
    );
  } catch (error) {
    throw fromDatabaseSocket(error);
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
};
