import { BUSINESS_LINE } from '../../../../catalogue/business-line';
import { catalogueErrors } from '../../../../catalogue/errors';
import type { DocumentMiddleware } from '../../../../platform/documents/pipeline';
import { commonErrors } from '../../../../platform/http/common-errors';
import { localizedError } from '../../../../platform/http/localized-error';
import { defaultLocale } from '../../../../platform/strapi/default-locale';
import { findModel, isLocalized } from '../../../../platform/strapi/models';
import { tableOf } from '../../../../platform/strapi/queries';
import type { WithStrapi } from '../../../../platform/with-strapi';

const writing: ReadonlySet<string> = new Set(['create', 'update']);

type Params = { locale?: unknown; data?: { locale?: unknown; defaultLang?: unknown } };

/**
 * Refuses writes of callers in a locale that the site does not have, or that only the body names.
 * Strapi stores the former, although no list shows such an entry. It ignores the latter, and writes
 * the default locale. Refuses such a default language of a business line, too.
 */
export const refuseUnknownLocales = ({ strapi }: WithStrapi): DocumentMiddleware => {
  const hasLocales = (uid: string): boolean => {
    const model = findModel({ strapi }, uid);
    return model !== undefined && isLocalized(model);
  };

  const isUnknown = async (code: string): Promise<boolean> =>
    (await tableOf({ strapi }, 'plugin::i18n.locale').count({ where: { code } })) === 0;

  const check = async ({ locale, data }: Params): Promise<void> => {
    if (typeof locale === 'string' && locale !== '') {
      if (await isUnknown(locale))
        throw localizedError({ strapi }, catalogueErrors.LANGUAGE_NOT_FOUND);
      return;
    }
    const named = data?.locale;
    if (typeof named !== 'string' || named === (await defaultLocale({ strapi }))) return;
    throw localizedError({ strapi }, commonErrors.INVALID_REQUEST, { path: ['data', 'locale'] });
  };

  /** Visitors of a business line who choose no language would find nothing. */
  const checkLine = async (action: string, { data }: Params): Promise<void> => {
    const code = data?.defaultLang;
    if (data !== undefined && action === 'create' && code === undefined) {
      // The model's default may be a language that the site does not have.
      data.defaultLang = await defaultLocale({ strapi });
      return;
    }
    if (typeof code !== 'string' || !(await isUnknown(code))) return;
    throw localizedError({ strapi }, catalogueErrors.LANGUAGE_NOT_FOUND, { path: ['defaultLang'] });
  };

  return async ({ uid, action, params }, next) => {
    const isOfCaller = strapi.requestContext.get() !== undefined;
    if (!isOfCaller || !writing.has(action)) return next();
    if (uid === BUSINESS_LINE) await checkLine(action, params);
    else if (hasLocales(uid)) await check(params);
    return next();
  };
};
