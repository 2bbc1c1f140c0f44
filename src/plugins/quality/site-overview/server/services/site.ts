import type { WithStrapi } from '../../../../../platform/with-strapi';
import { defaultLocale } from '../../../../../platform/strapi/default-locale';
import { entryAccess } from '../../../../../platform/strapi/entry-access';
import { permittedWhere } from '../../../../../platform/strapi/permitted-query';
import { tableOf } from '../../../../../platform/strapi/queries';
import { missingIn, type MissingPage, type Overview } from '../../overview';
import { pagesFor } from './pages';

type Line = Overview['lines'][number];
type Language = Overview['languages'][number];

const LINE = 'api::vertical.vertical';

/** The business lines that somebody works with, the languages of the site, and the pages there are. */
export const siteFor = async (
  { strapi }: WithStrapi,
  ability: unknown,
): Promise<Omit<Overview, 'types'>> => {
  // Who edits some business lines only looks at those; who may not look at lines sees what pages name.
  const mayRead = entryAccess({ strapi }, { ability, uid: LINE }).may('read');
  const lines = await tableOf<Line>({ strapi }, LINE).findMany({
    where: mayRead ? await permittedWhere({ strapi }, { ability, uid: LINE, query: {} }) : {},
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
    // A line has one row where it is not a draft, and two where it is published as well.
    lines: [...new Map(lines.map((line) => [line.slug, line])).values()],
    languages,
    pages: await pagesFor({ strapi }, ability),
  };
};

/** The pages that business lines do not have, as far as somebody works with them. */
export const missingPages = async (
  { strapi }: WithStrapi,
  ability: unknown,
): Promise<MissingPage[]> => missingIn(await siteFor({ strapi }, ability));
