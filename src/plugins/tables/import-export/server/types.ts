import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { findModel, isLocalized } from '../../../../platform/strapi/models';
import { entryAccess } from '../../../../platform/strapi/entry-access';
import { siteLocales } from '../../../../platform/strapi/site-locales';
import { isPageType } from '../../../pages';
import type { SheetType } from '../runs';
import { featuresOf } from '../../../../feature/application';

/** Of these, too, only texts are translated and handed round. */
const TEXTS = 'api::email-template.email-template';

/** Whether files hold only the texts of a type's entries: what pages show else is chosen, not written. */
export const isByText = (uid: string): boolean => isPageType(uid) || uid === TEXTS;

/** The types whose entries somebody may read, in the order in which the panel lists them. */
export const sheetTypes = async (
  { strapi }: WithStrapi,
  ability: unknown,
): Promise<SheetType[]> => {
  const all = featuresOf({ strapi })
    .flatMap(({ layouts }) => layouts?.types ?? [])
    .map(({ uid }) => uid)
    .filter((uid) => uid.startsWith('api::'));
  const locales = await siteLocales({ strapi });
  return all.flatMap((uid): SheetType[] => {
    const model = findModel({ strapi }, uid);
    const access = entryAccess({ strapi }, { ability, uid: uid as UID.ContentType });
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

/** Which of a type's fields somebody may read, write, or fill in of a new entry; named without positions in lists. */
export const fieldAccess = (
  { strapi }: WithStrapi,
  { uid, ability }: { uid: UID.ContentType; ability: unknown },
) => {
  const access = entryAccess({ strapi }, { ability, uid });
  return (action: 'read' | 'update' | 'create', place: readonly string[]): boolean => {
    const names = place.filter((part) => !/^\d+$/.test(part));
    // Permissions name a component, or each field within it.
    return names.some((_, at) => access.may(action, names.slice(0, at + 1).join('.')));
  };
};
