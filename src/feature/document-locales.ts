import type { UID } from '@strapi/types';
import { defaultLocale } from '#platform/strapi/default-locale';
import { findModel, isLocalized } from '#platform/strapi/models';
import { tableOf } from '#platform/strapi/queries';
import type { WithStrapi } from '#platform/strapi/with-strapi';

/** The `locale` parameter of a document action. Strapi takes none as the default locale, and `*` as all. */
export type LocaleParameter = string | readonly string[] | null | undefined;

/** Returns the locales that a document action selects; null for all, and for types without locales. */
export const selectedLocales = async (
  { strapi }: WithStrapi,
  uid: string,
  locale: LocaleParameter,
): Promise<readonly string[] | null> => {
  const model = findModel({ strapi }, uid);
  if (model === undefined || !isLocalized(model) || locale === '*') return null;
  if (locale === undefined || locale === null || locale === '') {
    return [await defaultLocale({ strapi })];
  }
  return [locale].flat();
};

/** Returns the locales of a document that an action selects; `[null]` for types without locales. */
export const selectedVersions = async (
  { strapi }: WithStrapi,
  uid: UID.ContentType,
  { documentId, locale }: { documentId?: string | undefined; locale?: LocaleParameter },
): Promise<readonly (string | null)[]> => {
  const selected = await selectedLocales({ strapi }, uid, locale);
  if (selected !== null) return selected;
  const model = findModel({ strapi }, uid);
  if (model === undefined || !isLocalized(model)) return [null];
  const rows = await tableOf<{ locale: string | null }>({ strapi }, uid).findMany({
    where: { documentId },
    select: ['locale'],
  });
  return [...new Set(rows.map((row) => row.locale))];
};
