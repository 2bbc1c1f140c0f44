import type { State } from '../../../feature/entries-in-lists';
import type { About } from './about';

/** Between what is said of an entry. */
const BETWEEN = ' · ';

/** Where there is room for two lines, the name has the first to itself; elsewhere this reads as {@link BETWEEN} does. */
const BELOW = '\n· ';

/** Between a language and its mark, which are not to come apart. */
const TOGETHER = '\u00a0';

const marks: Readonly<Record<State, string>> = { published: '●', modified: '◐', draft: '○' };

type Texts = { products: (count: number) => string };

/**
 * An entry's name with what tells it apart from others: its business lines, how many products name it, and its
 * languages with their state, as lists mark them.
 */
export const describe = (
  name: string,
  { lines, products, languages }: About,
  texts: Texts,
): string => {
  const rest = [
    ...(lines.length > 0 ? [lines.join(', ')] : []),
    ...(products === null ? [] : [texts.products(products)]),
    ...languages.flatMap(({ locale, state }) =>
      locale === null ? [] : [`${locale.toUpperCase()}${TOGETHER}${marks[state]}`],
    ),
  ];
  return rest.length === 0 ? name : `${name}${BELOW}${rest.join(BETWEEN)}`;
};
