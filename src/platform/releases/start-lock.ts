import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { fromDatabaseSocket } from '../database-unavailable';

/** Two numbers that nothing else in this database locks with `pg_advisory_lock(int, int)`. */
const CLASS = 7423;
const START = 1;

/** The lock as the arguments of PostgreSQL's functions for advisory locks. */
export const START_LOCK = `${CLASS}, ${START}`;

const FIRST_NOTICE_MS = 5_000;
const NEXT_NOTICE_MS = 30_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Settings that exempt a start from the limits for requests. The keepalives are the server's: a
 * holder without power is noticed after about half a minute instead of hours.
 */
const SESSION = `
  SET statement_timeout = 0; SET lock_timeout = 0; SET idle_session_timeout = 0;
  SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4`;

const HOLDER = `
  SELECT a.pid, coalesce(host(a.client_addr), 'local') AS address,
    round(extract(epoch FROM now() - a.backend_start)) AS seconds
  FROM pg_locks l JOIN pg_stat_activity a USING (pid)
  WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
    AND l.classid = ${CLASS} AND l.objid = ${START}
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

type Log = { info: (message: string) => void; warn: (message: string) => void };

type Options = { url: string; log: Log };

export type StartLock = {
  /** Lets the next node start. It never fails: the lock ends with its connection in any case. */
  release: () => Promise<void>;
};

const connect = async (url: string): Promise<Client> => {
  const client = new Client({
    connectionString: url,
    application_name: 'education-cms start',
    keepAlive: true,
    connectionTimeoutMillis: 15_000,
  });
  // Without a listener, losing the connection would end the process. The holder has another
  // listener.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(SESSION);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw fromDatabaseSocket(error);
  }
};

/** Logs who holds the lock, on a separate connection because the waiting one is blocked. */
const notifyHolder = async ({ url, log }: Options): Promise<void> => {
  const client = await connect(url);
  try {
    const { rows } = await client.query<{ pid: number; address: string; seconds: string }>(HOLDER);
    const [holder] = rows;
    if (holder === undefined) return;
    log.warn(
      `releases: waiting for another node to finish its start; it has been starting for ` +
        `${holder.seconds} s, from ${holder.address}, with the database connection ${holder.pid}`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** Waits for the lock without a limit, and logs it after a while. */
const acquire = async (options: Options): Promise<Client> => {
  const client = await connect(options.url);
  let notice: NodeJS.Timeout | undefined;
  const announce = (): void => {
    notice = setTimeout(announce, NEXT_NOTICE_MS);
    void notifyHolder(options).catch(() => undefined);
  };
  notice = setTimeout(announce, FIRST_NOTICE_MS);
  try {
    await client.query(`SELECT pg_advisory_lock(${START_LOCK})`);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(notice);
  }
};

/**
 * Takes the lock under which one node at a time updates the database to its code. It belongs to a
 * PostgreSQL session, so a dead node releases it with its connection. A lost connection is replaced
 * while the start continues. If another node has begun meanwhile, at worst one of the two starts
 * must be repeated, because no start removes anything.
 *
 * @throws the driver's error when the database cannot be reached
 */
export const takeStartLock = async (options: Options): Promise<StartLock> => {
  const state: { isReleased: boolean; held: Client | null } = { isReleased: false, held: null };

  const hold = (client: Client): void => {
    state.held = client;
    client.once('end', () => {
      if (state.isReleased || state.held !== client) return;
      options.log.warn(
        'releases: the connection that holds the start lock is lost; acquiring the lock again',
      );
      void reacquireLock();
    });
  };

  const releaseLock = async (): Promise<void> => {
    state.isReleased = true;
    await state.held?.end().catch(() => undefined);
  };

  const reacquireLock = async (): Promise<void> => {
    state.held = null;
    for (
      let wait = FIRST_PAUSE_MS;
      !state.isReleased;
      wait = Math.min(2 * wait, LONGEST_PAUSE_MS)
    ) {
      await pause(wait, undefined, { ref: false });
      const client = await acquire(options).catch(() => null);
      if (client === null) continue;
      hold(client);
      break;
    }
    // The start may be over when the lock is taken again.
    if (state.isReleased) await releaseLock();
  };

  hold(await acquire(options));
  return { release: releaseLock };
};
