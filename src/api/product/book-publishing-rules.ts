import { listIn, partIn, textIn } from '../../catalogue/entry-values';
import { isIsbn } from '../../catalogue/isbn';
import type { Entry, Rule } from '../../feature/publishing-rules';

/** Returns whether a product is a book, which needs a cover and an ISBN. */
export const isBook = (entry: Entry): boolean => entry.type === 'Libro';

/** Errors of books that shops would reject. */
export const bookErrors: readonly Rule[] = [
  {
    code: 'COVER_MISSING',
    severity: 'error',
    field: 'cardImage',
    text: { en: 'The book has no cover.', es: 'El libro no tiene cubierta.' },
    check: (entry) => isBook(entry) && listIn(entry, 'cardImage').length === 0,
  },
  {
    code: 'ISBN_MISSING',
    severity: 'error',
    field: 'bookDetails',
    cells: ['bookDetails.ISBN'],
    text: { en: 'The book has no ISBN.', es: 'El libro no tiene ISBN.' },
    check: (entry) => {
      if (!isBook(entry)) return false;
      const details = partIn(entry, 'bookDetails');
      if (details === null) return true;
      return textIn(details, 'ISBN') === '' ? [{ path: ['bookDetails', 'ISBN'] }] : false;
    },
  },
  {
    code: 'ISBN_INVALID',
    severity: 'error',
    isRefusedElsewhere: true,
    field: 'bookDetails',
    cells: ['bookDetails.ISBN'],
    text: {
      en: 'The check digit of the ISBN is wrong. Correct the ISBN.',
      es: 'La cifra de control del ISBN no es correcta. Corrige el ISBN.',
    },
    check: (entry) => {
      const isbn = textIn(partIn(entry, 'bookDetails'), 'ISBN');
      return isbn !== '' && !isIsbn(isbn) ? [{ path: ['bookDetails', 'ISBN'] }] : false;
    },
  },
];
