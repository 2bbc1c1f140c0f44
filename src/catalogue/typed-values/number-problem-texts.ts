import type { Text } from '../../feature/layout';
import type { NumberProblem } from './read-number';

/** Messages of forms, grids and imports for a text that is not a valid number of a field. */
export const numberProblemTexts: Readonly<Record<NumberProblem, Text>> = {
  unreadable: {
    en: 'This text is not a number. Write digits only.',
    es: 'Este texto no es un número. Escribe solo cifras.',
  },
  whole: {
    en: 'The number must be whole.',
    es: 'El número tiene que ser entero.',
  },
  decimals: {
    en: 'This number has too many decimals.',
    es: 'Este número tiene demasiados decimales.',
  },
  outOfRange: {
    en: 'This number is too large or too small to store.',
    es: 'Este número es demasiado grande o demasiado pequeño para guardarlo.',
  },
};
