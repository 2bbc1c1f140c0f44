import fc from 'fast-check';
import { createWritePriorityScheduler } from './write-priority-scheduler';

describe('turns of reads beside writes', () => {
  const make = () => {
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

  it('should answer everything at once while nobody writes', () => {
    const { answered, read, isQuiet } = make();
    for (const name of [1, 2, 3, 4]) read(name);
    expect(answered).toEqual([1, 2, 3, 4]);
    expect(isQuiet()).toBe(true);
  });

  it('should answer a few a turn while somebody does, in the order in which they came', () => {
    const { answered, write, read, turn } = make();
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

  it('should answer all that waits once the last write has ended', () => {
    const { answered, write, read, turn } = make();
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

  it('should not wait for a write that takes long', () => {
    const { answered, write, read, turn, takeLong } = make();
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

  it('should lose no read, answer none twice, and keep their order, whatever happens when', () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.constant('read' as const) },
      fc.constant('write' as const),
      fc.constant('end' as const),
      { weight: 2, arbitrary: fc.constant('turn' as const) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const { answered, write, read, turn, isQuiet } = make();
        const underway: (() => void)[] = [];
        let reads = 0;
        for (const step of steps) {
          if (step === 'read') read((reads += 1));
          else if (step === 'write') underway.push(write());
          else if (step === 'end') underway.pop()?.();
          else turn();
        }
        while (!isQuiet()) turn();
        expect(answered).toEqual(Array.from({ length: reads }, (_, at) => at + 1));
      }),
    );
  });
});
