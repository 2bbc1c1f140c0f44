import { AsyncResource } from 'node:async_hooks';

/** Number of reads answered in one turn of the event loop while a write is running. */
const READS_A_TURN = 8;

/**
 * Milliseconds for which a write has priority over reads. A longer write, such as a large upload,
 * then loses its priority.
 */
const PRECEDENCE_MS = 250;

/**
 * Creates a scheduler that gives writes priority over reads.
 *
 * A write runs about a hundred statements in sequence. Each database response waits until all reads
 * that arrived meanwhile are answered. With many readers, a publication took four times as long. So
 * while a write runs, only a few reads are answered in each turn of the event loop. All reads are
 * answered, and without writes none is delayed.
 *
 * @param nextTurn calls back when the event loop has polled every connection
 * @param whenLong calls back when the priority of a write ends
 */
export const createTurns = (
  nextTurn: (then: () => void) => void = (then) => void setImmediate(then),
  readsATurn = READS_A_TURN,
  whenLong: (then: () => void) => void = (then) => void setTimeout(then, PRECEDENCE_MS).unref(),
) => {
  let writes = 0;
  let answered = 0;
  let isDue = false;
  let waiting: (() => void)[] = [];

  const begin = (): void => {
    const now = waiting.slice(0, writes === 0 ? waiting.length : readsATurn);
    waiting = waiting.slice(now.length);
    answered = now.length;
    isDue = false;
    for (const read of now) read();
    if (waiting.length > 0) due();
    else answered = 0;
  };

  const due = (): void => {
    if (isDue) return;
    isDue = true;
    nextTurn(begin);
  };

  return {
    /** Starts a write. Call the returned function when the write ends. */
    write(): () => void {
      writes += 1;
      let goesBefore = true;
      const end = (): void => {
        if (goesBefore) writes -= 1;
        goesBefore = false;
      };
      whenLong(end);
      return end;
    },

    /** Answers a read now, or in one of the next turns. */
    read(answer: () => void): void {
      if (waiting.length === 0 && (writes === 0 || answered < readsATurn)) {
        if (writes > 0) {
          answered += 1;
          due();
        }
        answer();
        return;
      }
      // Restores the asynchronous context of the read's own request.
      waiting.push(AsyncResource.bind(answer));
      due();
    },
  };
};
