import { AsyncResource } from 'node:async_hooks';

/** So many reads are answered in one turn of the event loop while somebody writes. */
const READS_A_TURN = 8;

/** For how long a write goes before reads. One that takes longer, such as a large upload, is not waited for. */
const PRECEDENCE_MS = 250;

/**
 * Lets writes go before reads. A write is a hundred statements one after the other, and each answer of the database
 * waits until every read that has arrived meanwhile is answered: with many readers a publication took four times as
 * long as without. While a write is underway, reads are answered a few at a time, and what the database has answered
 * is taken up in between. Nothing is left out, and without writes nothing is put off.
 *
 * @param nextTurn calls back when the event loop has looked at every connection
 * @param whenLong calls back when a write has had its precedence
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
    /** A write has begun; what is returned is to be called when it has ended. */
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
      // In the context of its own request, whoever's turn it is.
      waiting.push(AsyncResource.bind(answer));
      due();
    },
  };
};
