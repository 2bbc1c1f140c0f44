import { AsyncResource } from 'node:async_hooks';

/** Number of reads answered in one turn of the event loop while a write is running. */
const READS_PER_TURN = 8;

/** Milliseconds for which a write has priority over reads. A large upload then loses it. */
const PRIORITY_MS = 250;

/**
 * Creates a scheduler that gives writes priority over reads.
 *
 * A write runs about a hundred statements in sequence. Each database response waits until all reads
 * that arrived meanwhile are answered. With many readers, a publication took four times as long. So
 * while a write runs, only a few reads are answered in each turn of the event loop. Without writes,
 * no read waits.
 *
 * @param nextTurn calls back when the event loop has polled every connection
 * @param onPriorityEnd calls back when the priority of a write ends
 */
export const createWritePriorityScheduler = (
  nextTurn: (callback: () => void) => void = (callback) => void setImmediate(callback),
  readsPerTurn = READS_PER_TURN,
  onPriorityEnd: (callback: () => void) => void = (callback) =>
    void setTimeout(callback, PRIORITY_MS).unref(),
) => {
  let writes = 0;
  let answered = 0;
  let isScheduled = false;
  let waiting: (() => void)[] = [];

  const runBatch = (): void => {
    const batch = waiting.slice(0, writes === 0 ? waiting.length : readsPerTurn);
    waiting = waiting.slice(batch.length);
    answered = batch.length;
    isScheduled = false;
    for (const read of batch) read();
    if (waiting.length > 0) scheduleBatch();
    else answered = 0;
  };

  const scheduleBatch = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    nextTurn(runBatch);
  };

  return {
    /** Starts a write. Call the returned function when the write ends. */
    write(): () => void {
      writes += 1;
      let hasPriority = true;
      const end = (): void => {
        if (hasPriority) writes -= 1;
        hasPriority = false;
      };
      onPriorityEnd(end);
      return end;
    },

    /** Answers a read now, or in one of the next turns. */
    read(answer: () => void): void {
      if (waiting.length === 0 && (writes === 0 || answered < readsPerTurn)) {
        if (writes > 0) {
          answered += 1;
          scheduleBatch();
        }
        answer();
        return;
      }
      // Restores the asynchronous context of the read's own request.
      waiting.push(AsyncResource.bind(answer));
      scheduleBatch();
    },
  };
};
