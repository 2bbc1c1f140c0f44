import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getTable } from '#platform/strapi/queries';
import { findSiteLocale } from '#platform/strapi/site-locales';
import { catalogueSettings } from '#catalogue/settings';
import { BUSINESS_LINE } from '#catalogue/business-line';

export type Vertical = { slug: string; name: string; defaultLang: string };

const getVerticalTable = ({ strapi }: WithStrapi) => getTable<Vertical>({ strapi }, BUSINESS_LINE);

export const findVertical = ({ strapi }: WithStrapi, slug: string): Promise<Vertical | null> =>
  getVerticalTable({ strapi }).findOne({ where: { slug } });

/** Returns the business line for requests that name none. */
export const findDefaultVertical = async ({ strapi }: WithStrapi): Promise<Vertical | null> => {
  const { defaultVertical: slug } = catalogueSettings.of({ strapi });
  const flagged = await getVerticalTable({ strapi }).findOne({
    where: { isDefault: true },
    orderBy: [{ order: 'asc' }, { slug: 'asc' }],
  });
  return flagged ?? (slug === null ? null : findVertical({ strapi }, slug));
};

export const getDefaultLang = ({ strapi }: WithStrapi): string =>
  catalogueSettings.of({ strapi }).defaultLang;

/** Returns the site's language for a language tag: `es` for `es-ES` if the site has no `es-ES`. */
export const resolveSiteLanguage = ({ strapi }: WithStrapi, tag: string): Promise<string> =>
  findSiteLocale(
    tag,
    async (code) =>
      (await getTable({ strapi }, 'plugin::i18n.locale').count({ where: { code } })) > 0,
  );
