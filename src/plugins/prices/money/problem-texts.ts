import type { Text } from '../../../feature/layout';
import type { Problem } from './limits';

/** What people are told of something that is no price, wherever they write it: a form, a grid, a spreadsheet. */
export const problemTexts: Readonly<Record<Problem, Text>> = {
  unreadable: {
    en: 'This cannot be read as one price.',
    es: 'Esto no se puede leer como un precio.',
  },
  negative: { en: 'A price cannot be negative.', es: 'Un precio no puede ser negativo.' },
  decimals: {
    en: 'A price has two decimals at most.',
    es: 'Un precio tiene dos decimales como mucho.',
  },
  tooHigh: {
    en: 'This price is higher than can be stored.',
    es: 'Este precio es más alto de lo que se puede guardar.',
  },
};
