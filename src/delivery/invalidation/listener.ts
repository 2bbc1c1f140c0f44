import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { guardClient, type GuardedClient } from '../../platform/database/guarded-client';
import type { DependencyIndex } from './dependency-index';
import type { Metrics } from '../metrics/metrics';
import { barrierPayload, CHANNEL, parseMessage, type Message } from './channel';

/** How long a barrier may be under way before the connection counts as lost. */
const BARRIER_TIMEOUT_MS = 2_000;

/** How often a barrier is sent over a silent connection, to find out whether it still is one. */
const HEARTBEAT_MS = 2_000;

const FIRST_PAUSE_MS = 50;
/** Short, because a node that does not listen is not ready, however long its database has been back. */
const LONGEST_PAUSE_MS = 500;

/** How long a statement may take on the way to being connected. */
const STATEMENT_TIMEOUT_MS = 5_000;

/** How often to look whether the database can be read from again. */
const LOOK_MS = 20;

type Options = {
  url: string;
  /** Whether nothing can be read at this moment, though this may be connected. */
  isAway: () => boolean;
  index: DependencyIndex;
  metrics: Metrics;
  /** Hears that something has changed. */
  onChange: () => void;
  log: { warn: (message: string) => void; info: (message: string) => void };
};

type Change = Exclude<Message, { kind: 'barrier' }>;

type Connected = { client: Client; guarded: GuardedClient };

/** A barrier under way, and how many own writes were finished when it was sent. */
type Sync = { promise: Promise<boolean>; covers: number };

/**
 * Receives changes, from whichever process. What is in memory may be used only while this listens, and
 * only once it has received every write that this process itself has finished.
 */
export const createListener = ({ url, isAway, index, metrics, onChange, log }: Options) => {
  let current: Connected | null = null;
  let isStopped = false;
  let hasFailed = false;
  let ownWrites = 0;
  let receivedWrites = 0;
  let syncing: Sync | null = null;
  let pause = FIRST_PAUSE_MS;
  let heardAt = performance.now();
  let retry: NodeJS.Timeout | undefined;
  const barriers = new Map<string, (isReceived: boolean) => void>();

  const dropBarriers = (): void => {
    for (const settle of [...barriers.values()]) settle(false);
    barriers.clear();
  };

  const lose = (lost: Client, reason: string): void => {
    if (current?.client !== lost) return;
    const { guarded } = current;
    // What is in memory stays aside: it is forgotten as soon as this hears again.
    current = null;
    dropBarriers();
    guarded.drop(reason);
    if (isStopped) return;
    log.warn(
      `delivery: nothing is served from memory, the listening connection is lost: ${reason}`,
    );
    metrics.reconnections += 1;
    reconnect();
  };

  const reconnect = (): void => {
    retry = setTimeout(() => void connect(), pause);
    retry.unref();
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  };

  const apply = (message: Change): void => {
    if (message.kind === 'everything') index.touchAll();
    else if (message.kind === 'selected') {
      if (message.keys === 'all') index.touchType(message.uid);
      else index.touch(message.keys);
    } else if (message.documentIds === 'all') index.touchType(message.uid);
    else index.touchDocuments(message.uid, message.documentIds);
  };

  const receive = (payload: string): void => {
    const message = parseMessage(payload);
    if (message.kind === 'barrier') {
      barriers.get(message.id)?.(true);
      barriers.delete(message.id);
      return;
    }
    metrics.changes += 1;
    apply(message);
    onChange();
  };

  const connect = async (): Promise<void> => {
    const next = new Client({
      connectionString: url,
      application_name: 'education-cms changes',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: STATEMENT_TIMEOUT_MS,
    });
    next.on('notification', ({ payload = '' }) => {
      if (current?.client !== next) return;
      heardAt = performance.now();
      receive(payload);
    });
    // One query after the other: a barrier is sent whenever something has been written.
    const guarded = guardClient(next, { onAway: () => undefined });
    next.on('error', (error) => lose(next, error.message));
    next.on('end', () => lose(next, 'the database ended it'));
    try {
      await next.connect();
      await next.query(`LISTEN ${CHANNEL}`);
      // What was kept before is needed for as long as nothing can be read.
      while (isAway() && !isStopped) await sleep(LOOK_MS, undefined, { ref: false });
      // It may have been lost meanwhile.
      await next.query('SELECT 1');
    } catch (error) {
      guarded.drop('could not listen');
      if (!isStopped) {
        // Once for an outage, which may be long.
        if (!hasFailed)
          log.warn(`delivery: cannot listen for changes: ${(error as Error).message}`);
        hasFailed = true;
        reconnect();
      }
      return;
    }
    if (isStopped) {
      guarded.drop('the service stops');
      return;
    }
    // Whatever was announced while nobody listened is unknown.
    index.touchAll();
    heardAt = performance.now();
    receivedWrites = ownWrites;
    pause = FIRST_PAUSE_MS;
    hasFailed = false;
    current = { client: next, guarded };
  };

  /**
   * Sends a barrier through the channel and waits until it comes back. PostgreSQL delivers in the order of
   * commits, so that whatever was committed before it has been received then.
   */
  const passBarrier = async (connection: Client): Promise<boolean> => {
    const id = randomUUID();
    const received = new Promise<boolean>((resolve) => barriers.set(id, resolve));
    const timeout = setTimeout(() => lose(connection, 'no answer'), BARRIER_TIMEOUT_MS);
    try {
      await connection.query('SELECT pg_notify($1, $2)', [CHANNEL, barrierPayload(id)]);
      return await received;
    } catch (error) {
      lose(connection, (error as Error).message);
      return false;
    } finally {
      clearTimeout(timeout);
      barriers.delete(id);
    }
  };

  const sync = async (connection: Client, covers: number): Promise<boolean> => {
    const isReceived = await passBarrier(connection);
    if (isReceived && current?.client === connection) {
      receivedWrites = Math.max(receivedWrites, covers);
    }
    return isReceived;
  };

  const heartbeat = setInterval(() => {
    if (current !== null) void passBarrier(current.client);
  }, HEARTBEAT_MS);
  heartbeat.unref();

  const listener = {
    start: connect,

    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(heartbeat);
      clearTimeout(retry);
      const last = current;
      current = null;
      dropBarriers();
      await last?.guarded.close();
    },

    /** A transaction of this process may have changed something. */
    wrote(): void {
      ownWrites += 1;
      // At once rather than when somebody reads: by then it is mostly done.
      setImmediate(() => void listener.waitUntilSynced());
    },

    /** Whether changes are received, as far as is known. */
    isConnected: (): boolean => current !== null,

    /** For how many seconds nothing has been heard; at most a few while changes are received. */
    secondsSilent: (): number => (performance.now() - heardAt) / 1000,

    /** Whether memory may be used at this very moment. */
    isCurrent: (): boolean => current !== null && receivedWrites === ownWrites,

    /** Waits until memory may be used; false when it may not, and the database has to be asked. */
    async waitUntilSynced(): Promise<boolean> {
      while (current !== null && receivedWrites < ownWrites) {
        if (syncing === null || syncing.covers < ownWrites) {
          const started: Sync = { covers: ownWrites, promise: sync(current.client, ownWrites) };
          syncing = started;
          void started.promise.finally(() => {
            if (syncing === started) syncing = null;
          });
        }
        if (!(await syncing.promise)) return false;
      }
      return current !== null;
    },
  };
  return listener;
};

export type Listener = ReturnType<typeof createListener>;
