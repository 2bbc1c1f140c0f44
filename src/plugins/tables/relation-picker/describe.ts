import type { State } from '#catalogue/entry-summary';

/** Details that distinguish entries of the same name in a selection. */
export type EntryDetails = {
  /** Address of the thumbnail; null if there is none. */
  picture: string | null;
  /** Names of its own business lines, or of those of the products that refer to it. */
  lines: readonly string[];
  /** Number of products that refer to it; null if products cannot. */
  products: number | null;
  languages: readonly { locale: string | null; state: State }[];
};

/** Separator between details. */
const BETWEEN = ' · ';

/**
 * Separator after the name. It starts a new line if there is room for two, and otherwise looks like
 * {@link BETWEEN}.
 */
const NAME_SEPARATOR = '\n· ';

/** Non-breaking space between a locale and its mark. */
const NON_BREAKING_SPACE = '\u00a0';

const marks: Readonly<Record<State, string>> = { published: '●', modified: '◐', draft: '○' };

type Texts = { products: (count: number) => string };

/**
 * Returns an entry's name with its business lines, its number of products, and the state of its
 * locales.
 */
export const describe = (
  name: string,
  { lines, products, languages }: EntryDetails,
  texts: Texts,
): string => {
  const rest = [
    ...(lines.length > 0 ? [lines.join(', ')] : []),
    ...(products === null ? [] : [texts.products(products)]),
    ...languages.flatMap(({ locale, state }) =>
      locale === null ? [] : [`${locale.toUpperCase()}${NON_BREAKING_SPACE}${marks[state]}`],
    ),
  ];
  return rest.length === 0 ? name : `${name}${NAME_SEPARATOR}${rest.join(BETWEEN)}`;
};
