import { z } from '@strapi/utils';
import type { WithStrapi } from '../../../platform/with-strapi';
import { currentJob } from '../../../platform/jobs';
import { isOnBehalf } from '../../../platform/strapi/actor';

/** Query parameter that confirms a removal. */
const FORCE = 'force';

/** Allows the parameter on the content API's DELETE routes, which reject unknown parameters. */
export const allowForce = ({ strapi }: WithStrapi): void => {
  strapi.contentAPI.addQueryParams({
    [FORCE]: {
      schema: z.enum(['true', 'false']).optional(),
      // Routes outlive an instance of Strapi. After a restart in the same process they already have
      // the parameter.
      matchRoute: ({ method, request }) =>
        method === 'DELETE' && !(FORCE in (request?.query ?? {})),
    },
  });
};

/**
 * Returns true if a removal needs confirmation: a request without `force`, or a job on behalf of a
 * user, which cannot confirm. Other jobs and scripts of the service need none.
 */
export const needsConfirmation = ({ strapi }: WithStrapi): boolean => {
  const ctx = strapi.requestContext.get();
  if (ctx === undefined) return false;
  // Its context has no URL.
  if (isOnBehalf({ strapi })) return true;
  if (currentJob() !== null) return false;
  // Reads the original URL, because the content manager's middlewares replace the query.
  const { searchParams } = new URL(ctx.originalUrl, 'http://localhost');
  return searchParams.get(FORCE) !== 'true';
};
