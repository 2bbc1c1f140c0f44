import { stateOf } from '../../../../../catalogue/entry-summary';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { defaultLocale } from '../../../../../platform/strapi/default-locale';
import { entryAccess } from '../../../../../platform/strapi/entry-access';
import { permittedWhere } from '../../../../../platform/strapi/permitted-query';
import { tableOf } from '../../../../../platform/strapi/queries';
import type { Overview, PageKind, PageVersion } from '../../overview';
import { BUSINESS_LINE } from '../../../../../catalogue/business-line';
import { pageTypes } from '../../../../../catalogue/page-types';
import { countErrors } from '../../../publishing-rules';

type PageType = (typeof pageTypes)[number];

type Row = {
  id: number;
  documentId: string;
  locale: string;
  publishedAt: string | null;
  updatedAt: string;
  vertical: { slug: string } | null;
  updatedBy: { firstname: string | null; lastname: string | null } | null;
};

const versionOf = ({ documentId, locale }: Pick<Row, 'documentId' | 'locale'>): string =>
  `${documentId} ${locale}`;

const nameOf = (person: Row['updatedBy']): string | null =>
  [person?.firstname, person?.lastname].filter(Boolean).join(' ') || null;

/** Returns all existing versions, regardless of permissions. */
const existing = async (
  { strapi }: WithStrapi,
  uid: PageType,
): Promise<Pick<Row, 'id' | 'locale' | 'vertical'>[]> =>
  tableOf<Row>({ strapi }, uid).findMany({
    where: { publishedAt: { $null: true } },
    select: ['id', 'locale'],
    populate: { vertical: { select: ['slug'] } },
  });

const kindOf = async ({ strapi }: WithStrapi, ability: unknown, uid: PageType) => {
  const access = entryAccess({ strapi }, { ability, uid });
  const permitted = await permittedWhere({ strapi }, { ability, uid, query: {} });
  const rows = await tableOf<Row>({ strapi }, uid).findMany({
    where: permitted,
    select: ['id', 'documentId', 'locale', 'publishedAt', 'updatedAt'],
    populate: { vertical: { select: ['slug'] }, updatedBy: { select: ['firstname', 'lastname'] } },
    orderBy: { id: 'asc' },
  });
  const drafts = rows.filter(({ publishedAt }) => publishedAt === null);
  const published = new Map(
    rows.filter(({ publishedAt }) => publishedAt !== null).map((row) => [versionOf(row), row]),
  );
  const ids = drafts.map(({ id }) => id);
  const entryErrors = await countErrors({ strapi }, { ability, uid, ids });
  return {
    uid,
    name: strapi.contentTypes[uid].info.displayName,
    mayCreate: access.may('create'),
    hidden: (await existing({ strapi }, uid))
      .filter(({ id }) => !ids.includes(id))
      .map(({ locale, vertical }) => ({ locale, line: vertical?.slug ?? null })),
    versions: drafts.map((draft): PageVersion => ({
      documentId: draft.documentId,
      line: draft.vertical?.slug ?? null,
      locale: draft.locale,
      state: stateOf(draft, published.get(versionOf(draft)), false),
      updatedAt: draft.updatedAt,
      updatedBy: nameOf(draft.updatedBy),
      entryErrors: entryErrors.get(draft.id) ?? 0,
    })),
  };
};

/**
 * Returns the readable pages by kind. The number of statements is independent of the number of
 * pages.
 */
const pagesFor = async ({ strapi }: WithStrapi, ability: unknown): Promise<PageKind[]> => {
  const kinds: PageKind[] = [];
  for (const uid of pageTypes) {
    if (!entryAccess({ strapi }, { ability, uid }).may('read')) continue;
    kinds.push(await kindOf({ strapi }, ability, uid));
  }
  return kinds;
};

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
