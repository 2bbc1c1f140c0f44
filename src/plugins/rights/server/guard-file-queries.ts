import type { WithStrapi } from '../../../platform/with-strapi';
import { commonErrors } from '../../../platform/http/common-errors';
import { localizedError } from '../../../platform/http/localized-error';
import { storedColumns, watchQueries } from '../../../platform/strapi/stored-queries';
import { MEDIA_UID } from '../../../delivery/plan/media-fields';

/** Relation of a file to the rows that show it, of any type. */
const RELATED = 'related';

type Route = { info?: { pluginName?: string } };

/** Returns true if a query would populate the rows that show a file. */
const bringsRelated = (context: WithStrapi, uid: string, populate: unknown): boolean => {
  if (populate === true || populate === '*') return uid === MEDIA_UID;
  if (typeof populate === 'string') return bringsRelated(context, uid, populate.split(','));
  if (Array.isArray(populate)) return uid === MEDIA_UID && populate.includes(RELATED);
  if (typeof populate !== 'object' || populate === null) return false;
  return Object.entries(populate).some(([name, asked]: [string, unknown]) => {
    if (uid === MEDIA_UID && name === RELATED) return asked !== false;
    const target = storedColumns(context)(uid)?.[name]?.target;
    const { populate: further } = (asked ?? {}) as { populate?: unknown };
    return target !== undefined && bringsRelated(context, target, further);
  });
};

/**
 * Rejects populating the rows that show files, on the routes of the media library. Strapi would
 * return those entries completely to everybody who may see files, including drafts of every type
 * and business line. "Shown on" lists what a user may know. The panel never sends such a query.
 * Call it in `bootstrap`.
 */
export const guardFileQueries = ({ strapi }: WithStrapi): void => {
  watchQueries({ strapi }, (uid, { populate }) => {
    if (!uid.startsWith('plugin::upload.') || populate === undefined) return;
    const ctx = strapi.requestContext.get();
    const { route, userAbility } = (ctx?.state ?? {}) as { route?: Route; userAbility?: unknown };
    const isAsked = ctx?.method === 'GET' && route?.info?.pluginName === 'upload';
    if (!isAsked || userAbility === undefined || !bringsRelated({ strapi }, uid, populate)) return;
    const errors = [{ in: 'query', path: ['populate'], message: RELATED }];
    throw localizedError({ strapi }, commonErrors.INVALID_REQUEST, { details: { errors } });
  });
};
