import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { guardClient, type GuardedClient } from '../../database/guarded-client';
import type { Changes } from './changes';
import type { Counters } from '../metrics';
import { CHANNEL, markPayload, parseMessage } from './channel';

/** How long the database may take to say what it was told before the connection counts as lost. */
const PATIENCE_MS = 2_000;

/** How often a silent connection is asked whether it still is one. */
const HEARTBEAT_MS = 2_000;

const FIRST_PAUSE_MS = 50;
/** Short, because a node that does not listen is not ready, however long its database has been back. */
const LONGEST_PAUSE_MS = 500;

type Options = {
  url: string;
  changes: Changes;
  counters: Counters;
  log: { warn: (message: string) => void; info: (message: string) => void };
};

type Connected = { client: Client; guarded: GuardedClient };

type Wait = { promise: Promise<boolean>; covers: number };

/**
 * Hears what changes, from whichever process. What is in memory may be used only while this listens,
 * and only once it has heard of every write that this process itself has finished.
 */
export const createListener = ({ url, changes, counters, log }: Options) => {
  let current: Connected | null = null;
  let isStopped = false;
  let isDeaf = false;
  let ownWrites = 0;
  let heardWrites = 0;
  let waiting: Wait | null = null;
  let pause = FIRST_PAUSE_MS;
  let retry: NodeJS.Timeout | undefined;
  const marks = new Map<string, (heard: boolean) => void>();

  const forgetMarks = (): void => {
    for (const settle of [...marks.values()]) settle(false);
    marks.clear();
  };

  const lose = (lost: Client, reason: string): void => {
    if (current?.client !== lost) return;
    const { guarded } = current;
    current = null;
    changes.touchAll();
    forgetMarks();
    guarded.drop(reason);
    if (isStopped) return;
    log.warn(
      `delivery: nothing is served from memory, the listening connection is lost: ${reason}`,
    );
    counters.add('reconnections');
    reconnect();
  };

  const reconnect = (): void => {
    retry = setTimeout(() => void connect(), pause);
    retry.unref();
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  };

  const hear = (payload: string): void => {
    const message = parseMessage(payload);
    if (message.kind === 'mark') {
      marks.get(message.mark)?.(true);
      marks.delete(message.mark);
      return;
    }
    counters.add('changes');
    if (message.kind === 'everything') changes.touchAll();
    else changes.touch(message.uid, message.documentIds);
  };

  const connect = async (): Promise<void> => {
    const next = new Client({
      connectionString: url,
      application_name: 'education-cms changes',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    next.on('notification', ({ payload = '' }) => {
      if (current?.client === next) hear(payload);
    });
    // One query after the other: marks are asked for whenever something has been written.
    const guarded = guardClient(next, { onAway: () => undefined });
    next.on('error', (error) => lose(next, error.message));
    next.on('end', () => lose(next, 'the database ended it'));
    try {
      await next.connect();
      await next.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      guarded.drop('could not listen');
      if (!isStopped) {
        // Once for an outage, which may be long.
        if (!isDeaf) log.warn(`delivery: cannot listen for changes: ${(error as Error).message}`);
        isDeaf = true;
        reconnect();
      }
      return;
    }
    if (isStopped) {
      guarded.drop('the service stops');
      return;
    }
    // Whatever was told while nobody listened is unknown.
    changes.touchAll();
    heardWrites = ownWrites;
    pause = FIRST_PAUSE_MS;
    isDeaf = false;
    current = { client: next, guarded };
  };

  /**
   * Sends a mark through the channel and waits for it: the database tells in the order of commits, so
   * that whatever was committed before has been heard with it.
   */
  const hearMark = async (asked: Client): Promise<boolean> => {
    const mark = randomUUID();
    const heard = new Promise<boolean>((resolve) => marks.set(mark, resolve));
    const patience = setTimeout(() => lose(asked, 'no answer'), PATIENCE_MS);
    try {
      await asked.query('SELECT pg_notify($1, $2)', [CHANNEL, markPayload(mark)]);
      return await heard;
    } catch (error) {
      lose(asked, (error as Error).message);
      return false;
    } finally {
      clearTimeout(patience);
      marks.delete(mark);
    }
  };

  const catchUp = async (asked: Client, covers: number): Promise<boolean> => {
    const heard = await hearMark(asked);
    if (heard && current?.client === asked) heardWrites = Math.max(heardWrites, covers);
    return heard;
  };

  const heartbeat = setInterval(() => {
    if (current !== null) void hearMark(current.client);
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
      forgetMarks();
      await last?.guarded.close();
    },

    /** A transaction of this process may have changed something. */
    wrote(): void {
      ownWrites += 1;
      // At once rather than when somebody reads: by then it is mostly done.
      setImmediate(() => void listener.caughtUp());
    },

    /** Whether changes are heard of, as far as is known. */
    isConnected: (): boolean => current !== null,

    /** Whether memory may be used at this very moment. */
    isCurrent: (): boolean => current !== null && heardWrites === ownWrites,

    /** Waits until memory may be used; false when it may not, and the database has to be asked. */
    async caughtUp(): Promise<boolean> {
      while (current !== null && heardWrites < ownWrites) {
        if (waiting === null || waiting.covers < ownWrites) {
          const wait: Wait = { covers: ownWrites, promise: catchUp(current.client, ownWrites) };
          waiting = wait;
          void wait.promise.finally(() => {
            if (waiting === wait) waiting = null;
          });
        }
        if (!(await waiting.promise)) return false;
      }
      return current !== null;
    },
  };
  return listener;
};

export type Listener = ReturnType<typeof createListener>;
