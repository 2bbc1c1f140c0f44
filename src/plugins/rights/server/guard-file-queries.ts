import type { WithStrapi } from '../../../platform/with-strapi';
import { commonErrors } from '../../../platform/http/common-errors';
import { localizedError } from '../../../platform/http/localized-error';
import { storedColumns, watchQueries } from '../../../platform/strapi/stored-queries';
import { FILE } from './uids';

/** What shows a file: rows of any type, as they are. */
const RELATED = 'related';

type Route = { info?: { pluginName?: string } };

/** Whether a query for rows of a model has files bring along what shows them. */
const bringsRelated = (context: WithStrapi, uid: string, populate: unknown): boolean => {
  if (populate === true || populate === '*') return uid === FILE;
  if (typeof populate === 'string') return bringsRelated(context, uid, populate.split(','));
  if (Array.isArray(populate)) return uid === FILE && populate.includes(RELATED);
  if (typeof populate !== 'object' || populate === null) return false;
  return Object.entries(populate).some(([name, asked]: [string, unknown]) => {
    if (uid === FILE && name === RELATED) return asked !== false;
    const target = storedColumns(context)(uid)?.[name]?.target;
    const { populate: further } = (asked ?? {}) as { populate?: unknown };
    return target !== undefined && bringsRelated(context, target, further);
  });
};

/**
 * Refuses to bring along, with files and folders of the media library, what shows the files. Strapi's routes would
 * answer those entries whole, drafts of every type and business line included, to everybody who may see files;
 * "Shown on" tells what somebody may know of them. No page of the panel asks so. Call it in `bootstrap`.
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
