import type { Text } from './layout';
import type { NumberProblem } from './read-number';

/** What forms, grids and imports say of a text that is no number of a field. */
export const numberProblemTexts: Readonly<Record<NumberProblem, Text>> = {
  unreadable: {
    en: 'This is not a number: write digits only.',
    es: 'Esto no es un número: escribe solo cifras.',
  },
  whole: {
    en: 'This is not a whole number.',
    es: 'Esto no es un número entero.',
  },
  decimals: {
    en: 'This number has too many decimals.',
    es: 'Este número tiene demasiados decimales.',
  },
  outOfRange: {
    en: 'This number is outside the range that can be stored.',
    es: 'Este número está fuera del rango que se puede guardar.',
  },
};
