import { catalogueErrors } from '../../../../catalogue/errors';
import type { DocumentMiddleware } from '../../../../platform/documents/pipeline';
import { localizedError } from '../../../../platform/http/localized-error';
import { findModel, isLocalized } from '../../../../platform/strapi/models';
import { tableOf } from '../../../../platform/strapi/queries';
import type { WithStrapi } from '../../../../platform/with-strapi';

const writing: ReadonlySet<string> = new Set(['create', 'update']);

/**
 * Refuses writes of callers in a locale that the site does not have. Strapi stores them, but no list
 * shows such an entry.
 */
export const refuseUnknownLocales = ({ strapi }: WithStrapi): DocumentMiddleware => {
  const isUnknown = async (uid: string, code: unknown): Promise<boolean> => {
    const model = findModel({ strapi }, uid);
    if (typeof code !== 'string' || model === undefined || !isLocalized(model)) return false;
    return (await tableOf({ strapi }, 'plugin::i18n.locale').count({ where: { code } })) === 0;
  };

  return async ({ uid, action, params }, next) => {
    const { locale } = params as { locale?: unknown };
    const isOfCaller = strapi.requestContext.get() !== undefined;
    if (writing.has(action) && isOfCaller && (await isUnknown(uid, locale))) {
      throw localizedError({ strapi }, catalogueErrors.LANGUAGE_NOT_FOUND);
    }
    return next();
  };
};
