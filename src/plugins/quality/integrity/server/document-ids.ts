import type { Core } from '@strapi/types';
import { localizedError } from '../../../../platform/http/localized-error';
import { isMcp } from '../../../../platform/strapi/mcp';
import type { DocumentMiddleware } from '../../../../platform/documents/pipeline';
import { integrityErrors } from './errors';

type Route = { info?: { type?: string; pluginName?: string } };

type Params = { documentId?: string; data?: unknown };

/** Returns whether a route is one of Strapi's own: the content manager or the content API. */
const isStrapis = ({ info }: Route): boolean =>
  info?.pluginName === 'content-manager' || info?.type === 'content-api';

/** Returns the documentId in some values; undefined if there is none. */
const documentIdIn = (values: unknown): unknown =>
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

  const choosesId = (action: string, { documentId, data }: Params): boolean => {
    switch (action) {
      case 'create':
        return documentIdIn(data) !== undefined && isFromStrapisRoutes();
      case 'update': {
        const chosen = documentIdIn(data);
        return chosen !== undefined && chosen !== documentId;
      }
      case 'clone': {
        // The content manager removes the id from the body before it calls the Document Service.
        const body: unknown = strapi.requestContext.get()?.request.body;
        const chosen = documentIdIn(data) ?? documentIdIn(body);
        return chosen !== undefined && chosen !== documentId && isFromStrapisRoutes();
      }
      default:
        return false;
    }
  };

  return (context, next) => {
    if (!choosesId(context.action, context.params as Params)) return next();
    throw localizedError({ strapi }, integrityErrors.DOCUMENT_ID_CHOSEN);
  };
};
