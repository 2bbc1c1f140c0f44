import { planPositions, MAX_POSITION } from './positions';

const positionsAfterMove = (positions: readonly number[], from: number, to: number): number[] => {
  const next = [...positions];
  for (const { at, position } of planPositions(positions, from, to)) next[at] = position;
  return next;
};

/** Returns the indexes in list order: by position, equal ones in their former order. */
const listOrderOf = (positions: readonly number[]): number[] =>
  positions
    .map((position, index) => ({ position, index }))
    .sort((row, otherRow) => row.position - otherRow.position || row.index - otherRow.index)
    .map(({ index }) => index);

describe('planPositions', () => {
  it('changes only the positions between the two rows', () => {
    expect(positionsAfterMove([0, 1, 2, 3, 4], 3, 1)).toEqual([0, 2, 3, 1, 4]);
    expect(positionsAfterMove([0, 1, 2, 3, 4], 1, 3)).toEqual([0, 3, 1, 2, 4]);
  });

  it('uses a gap', () => {
    expect(planPositions([0, 10, 20], 2, 1)).toEqual([{ at: 2, position: 1 }]);
    expect(planPositions([5, 6, 7], 2, 0)).toEqual([{ at: 2, position: 4 }]);
    expect(planPositions([5, 6, 7], 0, 2)).toEqual([{ at: 0, position: 8 }]);
  });

  it('stays between 0 and MAX_POSITION', () => {
    expect(positionsAfterMove([MAX_POSITION - 2, MAX_POSITION - 1, MAX_POSITION], 0, 2)).toEqual([
      MAX_POSITION,
      MAX_POSITION - 2,
      MAX_POSITION - 1,
    ]);
    expect(positionsAfterMove([0, 1, 2], 2, 0)).toEqual([1, 2, 0]);
  });

  it('any move, also with equal positions – results in the expected order', () => {
    for (const positions of [
      [0, 0, 0, 0, 0],
      [0, 1, 1, 1, 7],
      [3, 3, 4, 4, 4],
    ]) {
      for (let from = 0; from < 5; from += 1) {
        for (let to = 0; to < 5; to += 1) {
          if (from === to) continue;
          const expected = [0, 1, 2, 3, 4];
          expected.splice(to, 0, ...expected.splice(from, 1));
          expect(listOrderOf(positionsAfterMove(positions, from, to))).toEqual(expected);
        }
      }
    }
  });
});
