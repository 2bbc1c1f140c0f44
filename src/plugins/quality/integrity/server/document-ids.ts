import type { Core } from '@strapi/types';
import { localizedError } from '../../../../platform/http/localized-error';
import { isMcp } from '../../../../platform/strapi/mcp-caller';
import type { DocumentMiddleware } from '../../../../platform/documents/pipeline';
import { integrityErrors } from './errors';

type Route = { info?: { type?: string; pluginName?: string } };

type Params = { documentId?: string; data?: unknown };

/** Strapi's ways in, by which programs and people write entries. */
const isStrapis = ({ info }: Route): boolean =>
  info?.pluginName === 'content-manager' || info?.type === 'content-api';

/** Returns the documentId in some values; undefined where there is none. */
const documentIdIn = (values: unknown): unknown =>
  typeof values === 'object' && values !== null && Object.hasOwn(values, 'documentId')
    ? (values as { documentId: unknown }).documentId
    : undefined;

/**
 * Refuses writes that choose the id of an entry. Strapi takes it from the body of a form: a new entry could take the id
 * of a deleted one and with it its history, and an update could move a draft into another entry, whose business line
 * then counts for both. A body may repeat the id of the entry that it updates. The service itself may restore a deleted
 * entry under its id, by routes of its own.
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
        // The content manager takes the id out of the body before it calls the Document Service.
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
