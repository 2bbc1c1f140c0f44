import type { UID } from '@strapi/types';
import type { Context, Next } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { bodyOf, readTypeRequest } from '#platform/http/request-person';
import { findModel, isLocalized } from '#platform/strapi/models';
import { permittedWhere } from '#platform/strapi/permitted-query';
import { tableOf } from '#platform/strapi/queries';
import { aroundContentManager } from '#platform/strapi/routes';

/** Strapi's handler that reads selected drafts before they are published together. */
const HANDLERS: ReadonlySet<unknown> = new Set(['collection-types.bulkFindForValidation']);

const MIDDLEWARE = 'plugin::rights.selections';

const isId = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

type Body = { documentIds?: unknown; locale?: unknown; sort?: unknown };

/** Returns the selected documents that the user may read in the locale of the selection. */
const readableAmong = async (
  { strapi }: WithStrapi,
  { uid, ability }: { uid: UID.ContentType; ability: unknown },
  { ids, locale, sort }: Body & { ids: readonly string[] },
): Promise<string[]> => {
  const hasLocale = isLocalized(findModel({ strapi }, uid)) && typeof locale === 'string';
  const language = hasLocale && locale !== '*' ? { locale } : {};
  const query = { ...language, ...(sort !== undefined && { sort }) };
  const permitted = await permittedWhere({ strapi }, { ability, uid, query });
  const rows = await tableOf<{ documentId: string }>({ strapi }, uid).findMany({
    where: { $and: [permitted, { documentId: { $in: ids }, ...language }] },
    select: ['documentId'],
  });
  return [...new Set(rows.map(({ documentId }) => documentId))];
};

/**
 * Limits a selection to entries that the user may read, and its order to readable fields. Strapi
 * removes unreadable fields from the response, but the order of entries would reveal them.
 */
export const selectionsMiddleware =
  (_config: unknown, { strapi }: WithStrapi) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const body = (bodyOf(ctx) ?? {}) as Body;
    const { documentIds } = body;
    const isSelection =
      Array.isArray(documentIds) && documentIds.length > 0 && documentIds.every(isId);
    if (!isSelection) {
      // Strapi refuses the request.
      await next();
      return;
    }
    const selection = { ...body, ids: documentIds.map(String) };
    const readable = await readableAmong({ strapi }, readTypeRequest(ctx), selection);
    body.documentIds = readable;
    if (readable.length > 0) await next();
    else ctx.body = { results: [] };
  };

/** Registers the middleware. Call it in `register`. */
export const guardSelections = ({ strapi }: WithStrapi): void =>
  aroundContentManager({ strapi }, HANDLERS, MIDDLEWARE);
