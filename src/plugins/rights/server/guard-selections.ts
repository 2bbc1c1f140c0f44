import type { UID } from '@strapi/types';
import type { Context, Next } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getRequestBody, readTypeRequest } from '#platform/http/request-person';
import { findModel, isLocalized } from '#platform/strapi/models';
import { buildPermittedWhere } from '#platform/strapi/permitted-query';
import { getTable } from '#platform/strapi/queries';
import { addContentManagerMiddleware } from '#platform/strapi/routes';

/** Strapi's handler that reads selected drafts before they are published together. */
const HANDLERS: ReadonlySet<unknown> = new Set(['collection-types.bulkFindForValidation']);

const MIDDLEWARE = 'plugin::rights.selections';

const isId = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

type Body = { documentIds?: unknown; locale?: unknown; sort?: unknown };

/** Returns the selected documents that the user may read in the locale of the selection. */
const findReadableDocuments = async (
  { strapi }: WithStrapi,
  { uid, ability }: { uid: UID.ContentType; ability: unknown },
  { ids, locale, sort }: Body & { ids: readonly string[] },
): Promise<string[]> => {
  const hasLocale = isLocalized(findModel({ strapi }, uid)) && typeof locale === 'string';
  const language = hasLocale && locale !== '*' ? { locale } : {};
  const query = { ...language, ...(sort !== undefined && { sort }) };
  const permitted = await buildPermittedWhere({ strapi }, { ability, uid, query });
  const rows = await getTable<{ documentId: string }>({ strapi }, uid).findMany({
    where: { $and: [permitted, { documentId: { $in: ids }, ...language }] },
    select: ['documentId'],
  });
  return [...new Set(rows.map(({ documentId }) => documentId))];
};

/**
 * Limits a selection to entries that the user may read, and its order to readable fields. Strapi
 * removes unreadable fields from the response, but the order of entries would reveal them.
 */
export const createSelectionsMiddleware =
  (_config: unknown, { strapi }: WithStrapi) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const body = (getRequestBody(ctx) ?? {}) as Body;
    const { documentIds } = body;
    const isSelection =
      Array.isArray(documentIds) && documentIds.length > 0 && documentIds.every(isId);
    if (!isSelection) {
      // Strapi refuses the request.
      await next();
      return;
    }
    const selection = { ...body, ids: documentIds.map(String) };
    const readable = await findReadableDocuments({ strapi }, readTypeRequest(ctx), selection);
    body.documentIds = readable;
    if (readable.length > 0) await next();
    else ctx.body = { results: [] };
  };

/** Registers the middleware. Call it in `register`. */
export const guardSelections = ({ strapi }: WithStrapi): void =>
  addContentManagerMiddleware({ strapi }, HANDLERS, MIDDLEWARE);
