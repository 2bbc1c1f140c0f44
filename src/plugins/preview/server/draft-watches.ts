import { Readable } from 'node:stream';
import type { Core } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getEngine } from '#delivery/engine';
import type { DraftChange } from '#delivery/invalidation/channel';
import { commonErrors } from '#platform/http/common-errors';
import { createHttpError } from '#platform/http/errors';
import { secretSettings } from '#platform/settings/secrets';
import { previewErrors } from '../contract';
import { loadGrantedDraft } from './grants';
import { readPreviewToken, type SignedGrant } from './token';

type EventStream = {
  readable: Readable;
  /** Sends an event. While the reader is slow, only the last event waits. */
  send: (event: string, data: unknown) => void;
  /** Sends a comment, unless something else is waiting. */
  keepOpen: () => void;
  end: () => void;
};

/** Milliseconds after which browsers connect again. */
const RETRY_MS = 2_000;

/** Creates a stream of Server-Sent Events that uses little memory also if nobody reads it. */
export const createEventStream = (): EventStream => {
  let waiting: string | null = null;
  /** Whether the reader has taken everything. The stream asks for more only once. */
  let isIdle = false;
  let isEnded = false;
  const flush = (): void => {
    // A check of the token may end after its connections.
    if (waiting === null || !isIdle || isEnded) return;
    const text = waiting;
    waiting = null;
    isIdle = false;
    readable.push(text);
  };
  const readable = new Readable({
    highWaterMark: 1,
    read() {
      isIdle = true;
      flush();
    },
  });
  readable.push(`retry: ${RETRY_MS}\n\n`);
  return {
    readable,
    send(event, data) {
      waiting = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
      flush();
    },
    keepOpen() {
      waiting ??= ':\n\n';
      flush();
    },
    end() {
      if (isEnded) return;
      isEnded = true;
      readable.push(null);
    },
  };
};

/** Maximum number of connections to this node. */
const MAX_STREAMS = 500;

/** Maximum number of connections with one token to this node. */
const MAX_STREAMS_PER_TOKEN = 20;

/** Interval of comments in milliseconds, shorter than the timeouts of the proxies in `ops/`. */
const HEARTBEAT_MS = 5_000;

/** Interval in milliseconds at which idle connections are authorised again. */
const CHECK_MS = 30_000;

/** The connections with one token. */
type Watch = {
  token: string;
  grant: SignedGrant;
  streams: Set<EventStream>;
  /** Whether its draft has changed since the last event. */
  isChanged: boolean;
  /** Time of the last check of the grant. */
  checkedAt: number;
};

const createDraftWatches = ({ strapi }: WithStrapi) => {
  const watches = new Map<string, Watch>();
  /** Watches whose grants must be checked. */
  const queue = new Set<Watch>();
  let streamCount = 0;
  let isStopped = true;
  let isChecking = false;
  let heartbeat: NodeJS.Timeout | undefined;

  const end = (watch: Watch): void => {
    watches.delete(watch.token);
    queue.delete(watch);
    for (const stream of watch.streams) stream.end();
  };

  const send = ({ grant, streams }: Watch, event: string): void => {
    const data = { type: grant.uid, documentId: grant.documentId };
    for (const stream of streams) stream.send(event, data);
  };

  const check = async (watch: Watch): Promise<void> => {
    const { isChanged, grant } = watch;
    watch.isChanged = false;
    try {
      const isGranted = grant.expiresAt > Date.now() && (await loadGrantedDraft({ strapi }, grant));
      watch.checkedAt = Date.now();
      if (!isGranted) end(watch);
      else if (isChanged) send(watch, 'changed');
    } catch {
      // The database is unavailable. The next heartbeat checks again.
      watch.isChanged ||= isChanged;
    }
  };

  /** Checks grants one after another, so that many take only one connection of the pool. */
  const checkQueue = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    for (const watch of queue) {
      queue.delete(watch);
      await check(watch);
    }
    isChecking = false;
  };

  const matchesChange = ({ grant }: Watch, change: DraftChange): boolean => {
    if (change === null) return true;
    if (change.uid !== grant.uid) return false;
    return change.documentIds === 'all' || change.documentIds.includes(grant.documentId);
  };

  const queueChanged = (change: DraftChange): void => {
    for (const watch of watches.values()) {
      if (!matchesChange(watch, change)) continue;
      watch.isChanged = true;
      queue.add(watch);
    }
    void checkQueue();
  };

  const sendHeartbeats = (): void => {
    const now = Date.now();
    for (const watch of watches.values()) {
      const isDue = watch.isChanged || watch.checkedAt + CHECK_MS <= now;
      if (watch.grant.expiresAt <= now) end(watch);
      else if (isDue) queue.add(watch);
      for (const stream of watch.streams) stream.keepOpen();
    }
    void checkQueue();
  };

  const endAll = (): void => {
    isStopped = true;
    clearInterval(heartbeat);
    for (const watch of watches.values()) end(watch);
  };

  return {
    start(): void {
      isStopped = false;
      getEngine({ strapi }).onDraftChange(queueChanged);
      heartbeat = setInterval(sendHeartbeats, HEARTBEAT_MS);
      heartbeat.unref();
    },

    /** Ends all connections and accepts no others. */
    endAll,

    /** Returns a stream of the changes of a token's draft. The caller has checked the token. */
    open(token: string): Readable {
      const grant = readPreviewToken(secretSettings.of({ strapi }).previewSecret, token);
      if (grant === null) throw createHttpError(commonErrors.INVALID_PREVIEW_TOKEN);
      if (isStopped) throw createHttpError(commonErrors.SERVICE_UNAVAILABLE);
      const watch: Watch = watches.get(token) ?? {
        token,
        grant,
        streams: new Set(),
        isChanged: false,
        checkedAt: Date.now(),
      };
      if (streamCount >= MAX_STREAMS || watch.streams.size >= MAX_STREAMS_PER_TOKEN) {
        throw createHttpError(previewErrors.TOO_MANY_PREVIEWS);
      }
      const stream = createEventStream();
      watches.set(token, watch);
      watch.streams.add(stream);
      streamCount += 1;
      stream.readable.once('close', () => {
        streamCount -= 1;
        watch.streams.delete(stream);
        if (watch.streams.size === 0 && watches.get(token) === watch) end(watch);
      });
      stream.send('watching', { type: grant.uid, documentId: grant.documentId });
      return stream.readable;
    },
  };
};

type DraftWatches = ReturnType<typeof createDraftWatches>;

const instances = new WeakMap<Core.Strapi, DraftWatches>();

export const getDraftWatches = ({ strapi }: WithStrapi): DraftWatches => {
  const watches = instances.get(strapi) ?? createDraftWatches({ strapi });
  instances.set(strapi, watches);
  return watches;
};
