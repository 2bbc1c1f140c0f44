import type { WithStrapi } from '../../../../platform/with-strapi';
import type { DocumentMiddleware } from '../../../../platform/documents/pipeline';
import { publishes, type WriteParameters } from '../../../../platform/strapi/document-actions';
import type { Transaction } from '../../../../platform/strapi/queries';
import { selectionOf } from '../../../../platform/http/request-person';
import { lockSorted } from '../../../../platform/database/sorted-locks';
import { createTranslator } from './rules';
import { integrityErrors } from './errors';
import { isIsbn } from '../../../../catalogue/isbn';
import { localizedError } from '../../../../platform/http/localized-error';

const PRODUCT = 'api::product.product';

type Book = { bookDetails: { ISBN: string } | null };

/**
 * Refuses to publish books with an invalid ISBN. Drafts may hold any text.
 *
 * @throws ValidationError `ISBN_INVALID`
 */
const requireIsbn = async ({ strapi }: WithStrapi, documentId: string): Promise<void> => {
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

const writes: ReadonlySet<string> = new Set([
  'create',
  'clone',
  'update',
  'publish',
  'unpublish',
  'discardDraft',
  'delete',
]);

/**
 * Opens the transaction of a write and locks the document, so that writes of one document are
 * serialized. Translates constraint errors of the database into errors that name the field.
 */
export const lockDocument = ({ strapi }: WithStrapi): DocumentMiddleware => {
  let translate: ReturnType<typeof createTranslator> | undefined;

  const lockEntries = async (uid: string, documentId: string, trx: Transaction): Promise<void> => {
    // A publication deletes the published row and creates a new one. Two simultaneous ones, such as
    // a double click, would both find nothing to delete, and the second would fail. All entries of
    // a selection are locked with the first one, because two selections may order them differently.
    const selection = selectionOf({ strapi }, documentId);
    const connection: WithStrapi & { trx: Transaction } = { strapi, trx };
    await lockSorted(
      connection,
      selection.map((one) => `${uid} ${one}`),
    );
  };

  return async (context, next) => {
    const { uid, action } = context;
    if (!uid.startsWith('api::') || !writes.has(action)) return next();
    const params = context.params as WriteParameters;
    try {
      return await strapi.db.transaction(async ({ trx }) => {
        if (params.documentId !== undefined) {
          await lockEntries(uid, params.documentId, trx);
        }
        const result = await next();
        const documentId =
          params.documentId ?? (result as { documentId?: string } | null)?.documentId;
        if (uid === PRODUCT && documentId !== undefined && publishes(action, params)) {
          await requireIsbn({ strapi }, documentId);
        }
        return result;
      });
    } catch (error) {
      translate ??= createTranslator({ strapi });
      throw translate(error);
    }
  };
};
