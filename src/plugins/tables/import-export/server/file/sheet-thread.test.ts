import {
  FILES_AT_ONCE,
  runWithSlot,
  LONGEST_WAIT_MS,
  MOST_PER_NODE,
  countSlots,
} from './sheet-thread';

const [ANA, BEN, EVA] = [1, 2, 3];

/** Returns work that runs until `end` is called. */
const openWork = () => {
  let end: () => void = () => undefined;
  const promise = new Promise<string>((resolve) => {
    end = () => resolve('done');
  });
  return { run: jest.fn(() => promise), end: () => end() };
};

const waitForTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('runWithSlot', () => {
  it('more files than run at once – wait for their turn in order', async () => {
    const works = Array.from({ length: FILES_AT_ONCE + 2 }, openWork);
    const done = works.map(({ run }, index) => runWithSlot([ANA, BEN, EVA][index % 3] ?? ANA, run));
    await waitForTurn();
    expect(works.map(({ run }) => run.mock.calls.length)).toEqual([
      ...Array.from({ length: FILES_AT_ONCE }, () => 1),
      ...[0, 0],
    ]);
    for (const { end } of works) end();
    expect(await Promise.all(done)).toEqual(works.map(() => 'done'));
    expect(countSlots(ANA)).toBe(0);
  });

  it('third file of a person, fifth file of a node – are refused at once', async () => {
    const works = Array.from({ length: MOST_PER_NODE }, openWork);
    const done = works.map(({ run }, index) => runWithSlot(index < 2 ? ANA : BEN, run));
    await expect(runWithSlot(ANA, openWork().run)).rejects.toMatchObject({ by: 'person' });
    await expect(runWithSlot(EVA, openWork().run)).rejects.toMatchObject({ by: 'node' });
    for (const { end } of works) end();
    await Promise.all(done);
  });

  it('caller that aborts while waiting – frees its slot and its turn', async () => {
    const [first, abortedWork, last] = [openWork(), openWork(), openWork()];
    const running = runWithSlot(ANA, first.run);
    const controller = new AbortController();
    const aborted = runWithSlot(BEN, abortedWork.run, controller.signal);
    const waiting = runWithSlot(EVA, last.run);
    controller.abort(new Error('gone'));
    await expect(aborted).rejects.toThrow('gone');
    expect(countSlots(BEN)).toBe(0);
    first.end();
    last.end();
    expect(await Promise.all([running, waiting])).toEqual(['done', 'done']);
    expect(abortedWork.run).not.toHaveBeenCalled();
  });

  it('turn that does not come in time – is refused, and later files run', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    try {
      const [first, lateWork] = [openWork(), openWork()];
      const running = runWithSlot(ANA, first.run);
      const refused = expect(runWithSlot(BEN, lateWork.run)).rejects.toMatchObject({ by: 'node' });
      await jest.advanceTimersByTimeAsync(LONGEST_WAIT_MS);
      await refused;
      first.end();
      await running;
      expect(await runWithSlot(BEN, () => Promise.resolve('next'))).toBe('next');
      expect(lateWork.run).not.toHaveBeenCalled();
    } finally {
      jest.useRealTimers();
    }
  });
});
