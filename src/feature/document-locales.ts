import type { UID } from '@strapi/types';
import { loadDefaultLocale } from '#platform/strapi/default-locale';
import { findModel, isLocalized } from '#platform/strapi/models';
import { getTable } from '#platform/strapi/queries';
import type { WithStrapi } from '#platform/strapi/with-strapi';

/** The `locale` parameter of a document action. Strapi takes none as the default locale, and `*` as all. */
export type LocaleParameter = string | readonly string[] | null | undefined;

/** Returns the locales that a document action selects; null for all, and for types without locales. */
export const resolveSelectedLocales = async (
  { strapi }: WithStrapi,
  uid: string,
  locale: LocaleParameter,
): Promise<readonly string[] | null> => {
  const model = findModel({ strapi }, uid);
  if (model === undefined || !isLocalized(model) || locale === '*') return null;
  if (locale === undefined || locale === null || locale === '') {
    return [await loadDefaultLocale({ strapi })];
  }
  return [locale].flat();
};

/** Returns the locales of a document that an action selects; `[null]` for types without locales. */
export const readSelectedVersions = async (
  { strapi }: WithStrapi,
  uid: UID.ContentType,
  { documentId, locale }: { documentId?: string | undefined; locale?: LocaleParameter },
): Promise<readonly (string | null)[]> => {
  const selected = await resolveSelectedLocales({ strapi }, uid, locale);
  if (selected !== null) return selected;
  const model = findModel({ strapi }, uid);
  if (model === undefined || !isLocalized(model)) return [null];
  const rows = await getTable<{ locale: string | null }>({ strapi }, uid).findMany({
    where: { documentId },
    select: ['locale'],
  });
  return [...new Set(rows.map((row) => row.locale))];
};
