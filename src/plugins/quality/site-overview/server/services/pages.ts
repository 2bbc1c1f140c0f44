import type { WithStrapi } from '../../../../../platform/with-strapi';
import { permittedWhere } from '../../../../../platform/strapi/permitted-query';
import { entryAccess } from '../../../../../platform/strapi/entry-access';
import { tableOf } from '../../../../../platform/strapi/queries';
import { pageTypes } from '../../../../../catalogue/page-types';
import { countErrors } from '../../../publishing-rules';
import type { PageKind, PageVersion, State } from '../../overview';

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

const stateOf = (draft: Row, published: Row | undefined): State => {
  if (published === undefined) return 'draft';
  return new Date(draft.updatedAt) > new Date(published.updatedAt) ? 'modified' : 'published';
};

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
      state: stateOf(draft, published.get(versionOf(draft))),
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
export const pagesFor = async ({ strapi }: WithStrapi, ability: unknown): Promise<PageKind[]> => {
  const kinds: PageKind[] = [];
  for (const uid of pageTypes) {
    if (!entryAccess({ strapi }, { ability, uid }).may('read')) continue;
    kinds.push(await kindOf({ strapi }, ability, uid));
  }
  return kinds;
};
