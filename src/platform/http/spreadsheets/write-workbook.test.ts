import { createSizeCheck, WorkbookTooLarge } from './write-workbook';

describe('createSizeCheck', () => {
  const limits = { cells: 6, values: 4, characters: 10 };
  const largest = [
    ['12345', null, ''],
    ['1234', 100_000, '5'],
  ];

  it('rows of the largest size – pass', () => {
    const checkSize = createSizeCheck(limits);
    for (const row of largest) checkSize([row]);
    expect(() => checkSize([])).not.toThrow();
  });

  it.each([
    ['a cell more', { cells: 5 }],
    ['a value more', { values: 3 }],
    ['a character more', { characters: 9 }],
  ])('%s – throws', (_, change) => {
    const checkSize = createSizeCheck({ ...limits, ...change });
    expect(() => checkSize(largest)).toThrow(WorkbookTooLarge);
  });
});
