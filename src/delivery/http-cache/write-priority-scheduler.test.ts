import fc from 'fast-check';
import { createWritePriorityScheduler } from './fast-path';

describe('write-priority scheduler', () => {
  const setUp = () => {
    const next: (() => void)[] = [];
    const long: (() => void)[] = [];
    const scheduler = createWritePriorityScheduler(
      (then) => next.push(then),
      2,
      (then) => long.push(then),
    );
    const answered: number[] = [];
    return {
      answered,
      write: () => scheduler.write(),
      read: (name: number) => scheduler.read(() => void answered.push(name)),
      turn: () => {
        for (const then of next.splice(0)) then();
      },
      takeLong: () => {
        for (const then of long.splice(0)) then();
      },
      isQuiet: () => next.length === 0,
    };
  };

  it('no open write – runs reads at once', () => {
    const { answered, read, isQuiet } = setUp();
    for (const name of [1, 2, 3, 4]) read(name);
    expect(answered).toEqual([1, 2, 3, 4]);
    expect(isQuiet()).toBe(true);
  });

  it('open write – runs two reads a turn, in their order', () => {
    const { answered, write, read, turn } = setUp();
    write();
    for (const name of [1, 2, 3, 4, 5]) read(name);
    expect(answered).toEqual([1, 2]);
    turn();
    expect(answered).toEqual([1, 2, 3, 4]);
    read(6);
    turn();
    expect(answered).toEqual([1, 2, 3, 4, 5, 6]);
    turn();
    read(7);
    expect(answered).toContain(7);
  });

  it('last write ended – runs all waiting reads', () => {
    const { answered, write, read, turn } = setUp();
    const [first, second] = [write(), write()];
    for (const name of [1, 2, 3, 4, 5, 6, 7]) read(name);
    first();
    first();
    turn();
    expect(answered).toHaveLength(4);
    second();
    turn();
    expect(answered).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('long write – no longer delays reads', () => {
    const { answered, write, read, turn, takeLong } = setUp();
    const end = write();
    for (const name of [1, 2, 3, 4, 5, 6, 7]) read(name);
    takeLong();
    turn();
    expect(answered).toEqual([1, 2, 3, 4, 5, 6, 7]);
    end();
    write();
    for (const name of [8, 9, 10]) read(name);
    expect(answered).toHaveLength(9);
  });

  it('any sequence of reads and writes – runs each read once, in order', () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.constant('read' as const) },
      fc.constant('write' as const),
      fc.constant('end' as const),
      { weight: 2, arbitrary: fc.constant('turn' as const) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const { answered, write, read, turn, isQuiet } = setUp();
        const openWrites: (() => void)[] = [];
        let reads = 0;
        for (const step of steps) {
          if (step === 'read') read((reads += 1));
          else if (step === 'write') openWrites.push(write());
          else if (step === 'end') openWrites.pop()?.();
          else turn();
        }
        while (!isQuiet()) turn();
        expect(answered).toEqual(Array.from({ length: reads }, (_, index) => index + 1));
      }),
    );
  });
});
