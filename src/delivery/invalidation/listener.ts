import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { guardClient, type GuardedClient } from '#platform/database/guarded-client';
import type { DependencyIndex } from './dependency-index';
import type { Metrics } from '../metrics/metrics';
import {
  buildBarrierPayload,
  CHANNEL,
  DRAFTS_CHANNEL,
  parseDraftChange,
  parseMessage,
  type DraftChange,
  type Message,
} from './channel';

/** Milliseconds after which an unanswered barrier means that the connection is lost. */
const BARRIER_TIMEOUT_MS = 2_000;

/** Interval in milliseconds at which barriers check an idle connection. */
const HEARTBEAT_MS = 2_000;

const FIRST_PAUSE_MS = 50;
/** Kept short, because a node that does not listen is not ready even if its database is back. */
const LONGEST_PAUSE_MS = 500;

/** Timeout of statements while connecting, in milliseconds. */
const STATEMENT_TIMEOUT_MS = 5_000;

/** Interval in milliseconds for checking whether the database can be read again. */
const POLL_MS = 20;

type Options = {
  url: string;
  /** Returns true if the database cannot be read, even if this connection works. */
  isUnavailable: () => boolean;
  index: DependencyIndex;
  metrics: Metrics;
  onChange: () => void;
  onDraftChange: (change: DraftChange) => void;
  log: { warn: (message: string) => void; info: (message: string) => void };
};

type Change = Exclude<Message, { kind: 'barrier' }>;

type ListenerConnection = { client: Client; guarded: GuardedClient };

/** A barrier in progress, and the number of own writes that were finished when it was sent. */
type Sync = { promise: Promise<boolean>; covers: number };

/**
 * Creates the listener, which receives changes from all processes. The cache may be used only while
 * the listener is connected and has received every finished write of its own process.
 */
export const createListener = ({
  url,
  isUnavailable,
  index,
  metrics,
  onChange,
  onDraftChange,
  log,
}: Options) => {
  let current: ListenerConnection | null = null;
  let isStopped = false;
  let hasFailed = false;
  let ownWrites = 0;
  let receivedWrites = 0;
  let syncing: Sync | null = null;
  let pause = FIRST_PAUSE_MS;
  let lastMessageAt = performance.now();
  let retry: NodeJS.Timeout | undefined;
  const barriers = new Map<string, (isReceived: boolean) => void>();

  const dropBarriers = (): void => {
    for (const resolveBarrier of [...barriers.values()]) resolveBarrier(false);
    barriers.clear();
  };

  const disconnect = (lostClient: Client, reason: string): void => {
    if (current?.client !== lostClient) return;
    const { guarded } = current;
    // The caches stay available for stale responses until the listener is connected again.
    current = null;
    dropBarriers();
    guarded.drop(reason);
    if (isStopped) return;
    log.warn(`delivery: the listening connection is lost, so the caches are not used: ${reason}`);
    metrics.reconnections += 1;
    reconnect();
  };

  const reconnect = (): void => {
    retry = setTimeout(() => void connect(), pause);
    retry.unref();
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  };

  const apply = (message: Change): void => {
    if (message.kind === 'everything') index.invalidateAll();
    else if (message.kind === 'selected') {
      if (message.keys === 'all') index.invalidateType(message.uid);
      else index.invalidate(message.keys);
    } else if (message.documentIds === 'all') index.invalidateType(message.uid);
    else index.invalidateDocuments(message.uid, message.documentIds);
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
    next.on('notification', ({ channel, payload = '' }) => {
      if (current?.client !== next) return;
      lastMessageAt = performance.now();
      if (channel === DRAFTS_CHANNEL) onDraftChange(parseDraftChange(payload));
      else receive(payload);
    });
    // Sends one query after the other, because a barrier is sent after each write.
    const guarded = guardClient(next, { onUnavailable: () => undefined });
    next.on('error', (error) => disconnect(next, error.message));
    next.on('end', () => disconnect(next, 'the database ended it'));
    try {
      await next.connect();
      await next.query(`LISTEN ${CHANNEL}; LISTEN ${DRAFTS_CHANNEL}`);
      // The stale entries are needed until the database can be read again.
      while (isUnavailable() && !isStopped) await sleep(POLL_MS, undefined, { ref: false });
      // Checks that the connection was not lost while waiting.
      await next.query('SELECT 1');
    } catch (error) {
      guarded.drop('could not listen');
      if (!isStopped) {
        // One warning while the database is unavailable, which may last long.
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
    // Changes announced while the listener was disconnected are unknown.
    index.invalidateAll();
    lastMessageAt = performance.now();
    receivedWrites = ownWrites;
    pause = FIRST_PAUSE_MS;
    hasFailed = false;
    current = { client: next, guarded };
    onDraftChange(null);
  };

  /**
   * Sends a barrier through the channel and waits until it returns. PostgreSQL delivers messages in
   * commit order, so every earlier commit has been received by then.
   */
  const passBarrier = async (connection: Client): Promise<boolean> => {
    const id = randomUUID();
    const received = new Promise<boolean>((resolve) => barriers.set(id, resolve));
    const timeout = setTimeout(() => disconnect(connection, 'no answer'), BARRIER_TIMEOUT_MS);
    try {
      await connection.query('SELECT pg_notify($1, $2)', [CHANNEL, buildBarrierPayload(id)]);
      return await received;
    } catch (error) {
      disconnect(connection, (error as Error).message);
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

    /** Called when a transaction of this process may have changed something. */
    recordWrite(): void {
      ownWrites += 1;
      // Starts at once, so that the barrier has usually returned before the next read.
      setImmediate(() => void listener.waitUntilSynced());
    },

    isConnected: (): boolean => current !== null,

    /** Returns the seconds since the last message; a few seconds at most while connected. */
    secondsSilent: (): number => (performance.now() - lastMessageAt) / 1000,

    /** Returns true if the cache may be used at this moment. */
    isCurrent: (): boolean => current !== null && receivedWrites === ownWrites,

    /** Waits until the cache may be used; resolves to false if the database has to be read. */
    waitUntilSynced: async (): Promise<boolean> => {
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
