import type { WithStrapi } from '../../../../platform/with-strapi';
import { localizedError } from '../../../../platform/http/localized-error';
import type { DocumentMiddleware } from '../../../../platform/documents/pipeline';
import { listErrors } from './errors';
import { filtersFor } from './services/quick-filters';

const LIST = /^\/content-manager\/collection-types\/([^/]+)$/;

const isReading = (action: string): boolean => action === 'findMany' || action === 'count';

/** Filters the panel's lists by the question in their address. Permissions still apply. */
export const filterListedEntries = ({ strapi }: WithStrapi): DocumentMiddleware => {
  return async (context, next) => {
    const request = strapi.requestContext.get();
    const { question } = (request?.query ?? {}) as { question?: unknown };
    if (request === undefined || question === undefined || !isReading(context.action)) {
      return next();
    }
    const [, listed] = LIST.exec(request.path) ?? [];
    if (request.method !== 'GET' || listed !== context.uid) return next();
    const filters =
      typeof question === 'string' ? await filtersFor({ strapi }, context.uid, question) : null;
    if (filters === null) throw localizedError({ strapi }, listErrors.NO_SUCH_QUESTION);
    const params = context.params as { filters?: object };
    params.filters = { $and: [params.filters ?? {}, filters] };
    return next();
  };
};
