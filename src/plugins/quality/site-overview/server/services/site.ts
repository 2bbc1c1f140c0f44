import type { WithStrapi } from '../../../../../platform/with-strapi';
import { defaultLocale } from '../../../../../platform/strapi/default-locale';
import { entryAccess } from '../../../../../platform/strapi/entry-access';
import { permittedWhere } from '../../../../../platform/strapi/permitted-query';
import { tableOf } from '../../../../../platform/strapi/queries';
import type { Overview } from '../../overview';
import { pagesFor } from './pages';
import { BUSINESS_LINE } from '../../../../../catalogue/business-line';

type BusinessLine = Overview['lines'][number];
type Language = Overview['languages'][number];

/**
 * Returns the business lines that the user works with, the site's languages, and the existing
 * pages.
 */
export const siteFor = async (
  { strapi }: WithStrapi,
  ability: unknown,
): Promise<Omit<Overview, 'types'>> => {
  // Editors of some business lines see only those. Users who may not read lines see
  // all of them, because their pages name them.
  const mayRead = entryAccess({ strapi }, { ability, uid: BUSINESS_LINE }).may('read');
  const lines = await tableOf<BusinessLine>({ strapi }, BUSINESS_LINE).findMany({
    where: mayRead
      ? await permittedWhere({ strapi }, { ability, uid: BUSINESS_LINE, query: {} })
      : {},
    select: ['documentId', 'slug', 'name'],
    orderBy: [{ order: 'asc' }, { name: 'asc' }],
  });
  const languages = await tableOf<Language>({ strapi }, 'plugin::i18n.locale').findMany({
    select: ['code', 'name'],
    orderBy: { id: 'asc' },
  });
  const first = await defaultLocale({ strapi });
  languages.sort((one, other) => Number(other.code === first) - Number(one.code === first));
  return {
    // A line without drafts has one row; a published one has two.
    lines: [...new Map(lines.map((line) => [line.slug, line])).values()],
    languages,
    pages: await pagesFor({ strapi }, ability),
  };
};
