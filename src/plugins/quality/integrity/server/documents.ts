import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { DocumentMiddleware } from '#platform/documents/pipeline';
import { isPublishing, type WriteParameters } from '#platform/strapi/document-actions';
import { sql, type Transaction } from '#platform/strapi/queries';
import { getBulkSelection } from '#platform/http/request-person';
import { lockSorted } from '#platform/database/sorted-locks';
import { createTranslator } from './rules';
import { integrityErrors } from './errors';
import { isIsbn } from '#catalogue/isbn';
import { createLocalizedError } from '#platform/http/localized-error';
import type { Core, UID } from '@strapi/types';
import { isMcp } from '#platform/strapi/mcp';

type Route = { info?: { type?: string; pluginName?: string } };

type Params = { documentId?: string; data?: unknown };

/** Returns whether a route is one of Strapi's own: the content manager or the content API. */
const isStrapis = ({ info }: Route): boolean =>
  info?.pluginName === 'content-manager' || info?.type === 'content-api';

/** Returns the documentId in some values; undefined if there is none. */
const getDocumentId = (values: unknown): unknown =>
  typeof values === 'object' && values !== null && Object.hasOwn(values, 'documentId')
    ? (values as { documentId: unknown }).documentId
    : undefined;

/**
 * Refuses writes that choose the documentId of an entry. Strapi accepts it from the request body. A
 * new entry could take the id of a deleted one, and with it its history. An update could move a
 * draft into another entry and its business line. A body may repeat the id of the entry that it
 * updates. The service's own routes may restore a deleted entry under its id.
 */
export const refuseChosenDocumentIds = ({
  strapi,
}: {
  strapi: Core.Strapi;
}): DocumentMiddleware => {
  const isFromStrapisRoutes = (): boolean => {
    const ctx = strapi.requestContext.get();
    const { route = {} } = (ctx?.state ?? {}) as { route?: Route };
    return ctx !== undefined && (isMcp(ctx.path) || isStrapis(route));
  };

  const hasChosenId = (action: string, { documentId, data }: Params): boolean => {
    switch (action) {
      case 'create':
        return getDocumentId(data) !== undefined && isFromStrapisRoutes();
      case 'update': {
        const chosenId = getDocumentId(data);
        return chosenId !== undefined && chosenId !== documentId;
      }
      case 'clone': {
        // The content manager removes the id from the body before it calls the Document Service.
        const body: unknown = strapi.requestContext.get()?.request.body;
        const chosenId = getDocumentId(data) ?? getDocumentId(body);
        return chosenId !== undefined && chosenId !== documentId && isFromStrapisRoutes();
      }
      default:
        return false;
    }
  };

  return (context, next) => {
    if (!hasChosenId(context.action, context.params as Params)) return next();
    throw createLocalizedError({ strapi }, integrityErrors.DOCUMENT_ID_CHOSEN);
  };
};

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
  throw createLocalizedError({ strapi }, integrityErrors.ISBN_INVALID, {
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

const removals: ReadonlySet<string> = new Set(['unpublish', 'delete']);

/**
 * Opens the transaction of a write and locks the document, so that writes of one document are
 * serialized. Translates constraint errors of the database into errors that name the field.
 */
export const lockDocument = ({ strapi }: WithStrapi): DocumentMiddleware => {
  let translate: ReturnType<typeof createTranslator> | undefined;

  const lockEntries = async (
    uid: UID.ContentType,
    documentId: string,
    isRemoval: boolean,
    trx: Transaction,
  ): Promise<void> => {
    // A publication deletes the published row and creates a new one. Two simultaneous ones, such as
    // a double click, would both find nothing to delete, and the second would fail. All entries of
    // a selection are locked with the first one, because two selections may order them differently.
    const selection = getBulkSelection({ strapi }, documentId);
    const connection: WithStrapi & { trx: Transaction } = { strapi, trx };
    await lockSorted(
      connection,
      selection.map((id) => `${uid} ${id}`),
    );
    if (!isRemoval) return;
    // Waits for running writes that refer to the entries, so that the checks of a removal see them.
    // Later ones wait for the removal.
    const table = escapeIdentifier(strapi.db.metadata.get(uid).tableName);
    await sql(
      connection,
      `SELECT FROM ${table} WHERE document_id = ANY (CAST(? AS text[])) ORDER BY id FOR UPDATE`,
      [[...selection]],
    );
  };

  return async (context, next) => {
    const { uid, action } = context;
    if (!uid.startsWith('api::') || !writes.has(action)) return next();
    const params = context.params as WriteParameters;
    try {
      return await strapi.db.transaction(async ({ trx }) => {
        if (params.documentId !== undefined) {
          await lockEntries(uid, params.documentId, removals.has(action), trx);
        }
        const result = await next();
        const documentId =
          params.documentId ?? (result as { documentId?: string } | null)?.documentId;
        if (uid === PRODUCT && documentId !== undefined && isPublishing(action, params)) {
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
