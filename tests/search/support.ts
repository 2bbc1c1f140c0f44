import { bookDetails } from '../support/content';

type BookOptions = {
  title: string;
  /** Unique for each book of a suite. */
  number: number;
  picture: number;
  /** The business line's `documentId`. */
  line: string;
};

/** Returns the fields of a book that can be published and found. */
export const bookOf = ({ title, number, picture, line }: BookOptions) => ({
  title,
  slug: `libro-de-prueba-${number}`,
  SKU: `PRUEBA-${number}`,
  payID: `prod_prueba_${number}`,
  order: number,
  type: 'Libro',
  cardImage: picture,
  fullPrice: 40,
  bookDetails,
  seo: { author: 'Autor' },
  verticals: [line],
});
