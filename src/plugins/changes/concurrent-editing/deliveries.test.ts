import { createDeliveries, isUnanswered, type Outcome, waitAfter } from './deliveries';

type Sent = {
  address: string;
  content: string | null;
  answer: (outcome: Outcome) => Promise<void>;
};

/** Creates deliveries with a server and a clock that the test controls. */
const setUp = () => {
  const requests: Sent[] = [];
  const waiting = new Set<() => void>();
  const settled: [string, string | null, Outcome][] = [];
  const deliveries = createDeliveries<string | null>({
    send: (address, content) =>
      new Promise((resolve) => {
        const answer = async (outcome: Outcome): Promise<void> => {
          resolve(outcome);
          // Runs all continuations of the answer.
          for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
        };
        requests.push({ address, content, answer });
      }),
    later(_, act) {
      waiting.add(act);
      return () => waiting.delete(act);
    },
    settled: (...all) => settled.push(all),
    random: () => 0,
  });
  return {
    ...deliveries,
    settled,
    waiting,
    contents: () => requests.map(({ content }) => content),
    answer: (at: number, outcome: Outcome) => requests[at]?.answer(outcome),
    timePasses: () => {
      for (const act of [...waiting]) {
        waiting.delete(act);
        act();
      }
    },
  };
};

describe('createDeliveries', () => {
  it('new content – is sent once, immediately', async () => {
    const { bring, contents, answer, settled, waiting } = setUp();
    bring('form', 'a');
    expect(contents()).toEqual(['a']);
    await answer(0, 'taken');
    expect(settled).toEqual([['form', 'a', 'taken']]);
    expect([contents().length, waiting.size]).toEqual([1, 0]);
  });

  it('content during a request – only the newest is sent afterwards', async () => {
    const { bring, contents, answer, settled } = setUp();
    bring('form', 'a');
    bring('form', 'ab');
    bring('form', null);
    expect(contents()).toEqual(['a']);
    await answer(0, 'taken');
    expect(contents()).toEqual(['a', null]);
    expect(settled).toEqual([]);
    await answer(1, 'taken');
    expect(settled).toEqual([['form', null, 'taken']]);
  });

  it('unanswered request – the newest content is retried until it is taken', async () => {
    const { bring, contents, answer, timePasses, settled } = setUp();
    bring('form', 'a');
    await answer(0, 'unanswered');
    bring('form', 'ab');
    expect(contents()).toEqual(['a']);
    timePasses();
    expect(contents()).toEqual(['a', 'ab']);
    await answer(1, 'unanswered');
    timePasses();
    await answer(2, 'taken');
    expect(settled).toEqual([['form', 'ab', 'taken']]);
  });

  it('hurry – retries at once and cancels the scheduled retry', async () => {
    const { bring, hurry, contents, answer, timePasses, waiting } = setUp();
    bring('form', 'a');
    hurry();
    expect(contents()).toEqual(['a']);
    await answer(0, 'unanswered');
    hurry();
    timePasses();
    expect([contents(), waiting.size]).toEqual([['a', 'a'], 0]);
  });

  it.each(['refused', 'too-large'] as const)('outcome %s – is not retried', async (outcome) => {
    const { bring, contents, answer, waiting, settled } = setUp();
    bring('form', 'a');
    await answer(0, outcome);
    expect([settled, waiting.size]).toEqual([[['form', 'a', outcome]], 0]);
    bring('form', 'ab');
    expect(contents()).toEqual(['a', 'ab']);
  });

  it('unanswered request of one form – does not delay another form', async () => {
    const { bring, contents, answer } = setUp();
    bring('form', 'a');
    await answer(0, 'unanswered');
    bring('other', 'b');
    expect(contents()).toEqual(['a', 'b']);
  });
});

describe('retries', () => {
  it('waitAfter – more failures – waits longer, up to 30 s, with a random part', () => {
    const longest = [1, 2, 3, 6, 60].map((failures) => waitAfter(failures, () => 1));
    expect(longest).toEqual([1_000, 2_000, 4_000, 30_000, 30_000]);
    expect(waitAfter(3, () => 0)).toBe(2_000);
  });

  it('isUnanswered – statuses – is true for timeouts, rate limits and server errors only', () => {
    expect([undefined, 408, 429, 500, 502, 503].every(isUnanswered)).toBe(true);
    expect([400, 401, 403, 404, 413].some(isUnanswered)).toBe(false);
  });
});
