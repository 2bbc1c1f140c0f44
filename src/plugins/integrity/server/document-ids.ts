import type { Core } from '@strapi/types';
import { localizedError } from '../../../http/localized-error';
import { isMcp } from '../../../strapi/mcp-caller';
import { integrityErrors } from './errors';

type Route = { info?: { type?: string; pluginName?: string } };

/** Strapi's ways in, by which programs and people write entries. */
const isStrapis = ({ info }: Route): boolean =>
  info?.pluginName === 'content-manager' || info?.type === 'content-api';

/**
 * Refuses new entries whose id whoever makes them has chosen. Strapi takes it from the body of a form: a deleted entry
 * of somebody else's could be made again under its id, which gives its history away and keeps it from coming back.
 * What the service itself brings back, it brings back by other routes.
 */
export const guardDocumentIds = ({ strapi }: { strapi: Core.Strapi }): void => {
  strapi.documents.use((context, next) => {
    const { data } = context.params as { data?: Record<string, unknown> };
    if (context.action !== 'create' || data === undefined || !('documentId' in data)) return next();
    const ctx = strapi.requestContext.get();
    const { route = {} } = (ctx?.state ?? {}) as { route?: Route };
    if (ctx === undefined || !(isMcp(ctx.path) || isStrapis(route))) return next();
    throw localizedError({ strapi }, integrityErrors.DOCUMENT_ID_CHOSEN);
  });
};
