import { z } from '@strapi/utils';
import type { WithStrapi } from '../../../platform/with-strapi';
import { jobNow } from '../../../platform/jobs';

/** The parameter with which a request says that it knows what it does. */
const FORCE = 'force';

/** Lets the routes of the content API that delete take the parameter; they refuse what they do not know. */
export const admitForce = ({ strapi }: WithStrapi): void => {
  strapi.contentAPI.addQueryParams({
    [FORCE]: {
      schema: z.enum(['true', 'false']).optional(),
      // Routes outlive an instance of Strapi: of one that is started again they take it already.
      matchRoute: ({ method, request }) =>
        method === 'DELETE' && !(FORCE in (request?.query ?? {})),
    },
  });
};

/**
 * Whether a removal is to be asked about: one that somebody requests without insisting on it. What the service
 * does by itself, in jobs and scripts, knows what it does.
 */
export const isToBeAsked = ({ strapi }: WithStrapi): boolean => {
  const ctx = strapi.requestContext.get();
  if (ctx === undefined || jobNow() !== null) return false;
  // As it was sent: the content manager's own middlewares put what they know into the query's place.
  const { searchParams } = new URL(ctx.originalUrl, 'http://localhost');
  return searchParams.get(FORCE) !== 'true';
};
