import type { Text } from '../../../../feature/layout';
import type { Problem } from './limits';

/** Messages for values that are not prices, in forms, grids and imports. */
export const problemTexts: Readonly<Record<Problem, Text>> = {
  unreadable: {
    en: 'This text is not a price. Write a number.',
    es: 'Este texto no es un precio. Escribe un número.',
  },
  negative: { en: 'A price cannot be negative.', es: 'Un precio no puede ser negativo.' },
  decimals: {
    en: 'A price has two decimals at most.',
    es: 'Un precio tiene dos decimales como mucho.',
  },
  tooHigh: {
    en: 'This price is too high to store.',
    es: 'Este precio es demasiado alto para guardarlo.',
  },
};
