import { Readable } from 'node:stream';

export type EventStream = {
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
