import { isSpreadsheetError } from './broken-text';

describe('isSpreadsheetError', () => {
  it.each(
    '#N/A #N/D #REF! #¡REF! #VALUE! #¡VALOR! #DIV/0! #¡DIV/0! #NAME? #¿NOMBRE? #NUM! #¡NUM! #NULL! #¡NULO! #SPILL! #¡DESBORDAMIENTO! #ERROR! Err:502 ######'.split(
      ' ',
    ),
  )('%s – is one', (text) => {
    expect(isSpreadsheetError(` ${text} `)).toBe(true);
  });

  it.each(['#', '#1', '#LOVE!', 'N/A', '#N/A is missing', 'Error', '# REF!'])(
    '%s – is a text',
    (text) => {
      expect(isSpreadsheetError(text)).toBe(false);
    },
  );
});
