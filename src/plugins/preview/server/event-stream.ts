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
  let isEnded = false;
  const readable = new Readable({
    read() {
      if (waiting === null) return;
      const text = waiting;
      waiting = null;
      push(text);
    },
  });
  const isIdle = (): boolean => readable.readableLength === 0 && waiting === null;
  const push = (text: string): void => {
    // A check of the token may end after its connections.
    if (!isEnded) readable.push(text);
  };
  readable.push(`retry: ${RETRY_MS}\n\n`);
  return {
    readable,
    send(event, data) {
      const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
      if (isIdle()) push(text);
      else waiting = text;
    },
    keepOpen() {
      if (isIdle()) push(':\n\n');
    },
    end() {
      if (isEnded) return;
      isEnded = true;
      readable.push(null);
    },
  };
};
