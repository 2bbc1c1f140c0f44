import { isSpreadsheetError } from './broken-text';

describe('isSpreadsheetError', () => {
  it.each(
    '#N/A #N/D #REF! #¡REF! #VALUE! #¡VALOR! #DIV/0! #¡DIV/0! #NAME? #¿NOMBRE? #NUM! #¡NUM! #NULL! #¡NULO! #SPILL! #¡DESBORDAMIENTO! #ERROR! Err:502 ###### #NÚM! #BLOQUEADO! #¡BLOQUEADO! #WERT! #VALEUR! #NOM? #BEZUG! #ÜBERLAUF! #N/B'.split(
      ' ',
    ),
  )('%s – is an error value', (text) => {
    expect(isSpreadsheetError(` ${text} `)).toBe(true);
  });

  it.each([
    '#',
    '#1',
    '#Love!',
    '#LOVE',
    '#LOVE! story',
    'N/A',
    '#N/A is missing',
    'Error',
    '# REF!',
  ])('%s – is not an error value', (text) => {
    expect(isSpreadsheetError(text)).toBe(false);
  });
});
