import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { findModel, isLocalized } from '#platform/strapi/models';
import { createEntryAccess } from '#platform/strapi/entry-access';
import { listSiteLocales } from '#platform/strapi/site-locales';
import { isPageType } from '#catalogue/page-types';
import type { SheetType } from '../runs';
import { getFeatures } from '#feature/application';

/** E-mail templates: translators exchange only their texts. */
const TEXTS = 'api::email-template.email-template';

/**
 * Returns whether files contain only the texts of a type, as for pages. Other values are edited in
 * forms.
 */
export const isByText = (uid: string): boolean => isPageType(uid) || uid === TEXTS;

/** Returns the types that a user may read, in the panel's order. */
export const listSheetTypes = async (
  { strapi }: WithStrapi,
  ability: unknown,
): Promise<SheetType[]> => {
  const all = getFeatures({ strapi })
    .flatMap(({ layouts }) => layouts?.types ?? [])
    .map(({ uid }) => uid)
    .filter((uid) => uid.startsWith('api::'));
  const locales = await listSiteLocales({ strapi });
  return all.flatMap((uid): SheetType[] => {
    const model = findModel({ strapi }, uid);
    const access = createEntryAccess({ strapi }, { ability, uid: uid as UID.ContentType });
    if (model === undefined || !access.may('read')) return [];
    return [
      {
        uid,
        type: model.info.displayName,
        mayImport: access.may('update') || access.may('create'),
        mayPublish: access.may('publish'),
        locales: isLocalized(model) ? locales : [],
        isByText: isByText(uid),
      },
    ];
  });
};
