import type { WithStrapi } from '../../../../platform/with-strapi';
import { integrityErrors } from './errors';
import { isIsbn } from '../../../../catalogue/isbn';
import { localizedError } from '../../../../platform/http/localized-error';

export const PRODUCT = 'api::product.product';

type Book = { bookDetails: { ISBN: string } | null };

/**
 * Refuses to publish books with an invalid ISBN. Drafts may hold any text.
 *
 * @throws ValidationError `ISBN_INVALID`
 */
export const requireIsbn = async ({ strapi }: WithStrapi, documentId: string): Promise<void> => {
  const books = (await strapi.db.query(PRODUCT).findMany({
    where: { documentId, publishedAt: { $notNull: true } },
    select: ['id'],
    populate: { bookDetails: { select: ['ISBN'] } },
  })) as Book[];
  const wrong = books.find(({ bookDetails }) => bookDetails !== null && !isIsbn(bookDetails.ISBN));
  if (wrong === undefined) return;
  throw localizedError({ strapi }, integrityErrors.ISBN_INVALID, {
    subject: wrong.bookDetails?.ISBN ?? '',
    path: ['bookDetails', 'ISBN'],
  });
};
