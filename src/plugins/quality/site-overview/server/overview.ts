import { getEntryState } from '#catalogue/entry-summary';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { loadDefaultLocale } from '#platform/strapi/default-locale';
import { createEntryAccess } from '#platform/strapi/entry-access';
import { buildPermittedWhere, buildPermittedRowsSql } from '#platform/strapi/permitted-query';
import { getTable, sql } from '#platform/strapi/queries';
import type { Overview, PageKind, PageVersion, LanguageCount, TypeCounts } from '../overview';
import { BUSINESS_LINE } from '#catalogue/business-line';
import { pageTypes, isPageType } from '#catalogue/page-types';
import { countErrors } from '../../publishing-rules';
import type { UID } from '@strapi/types';
import { createTableLookup } from '#platform/strapi/tables';
import { escapeIdentifier } from 'pg';
import type { Definition } from '#platform/database/installer';
import { listContentTypes, isLocalized } from '#platform/strapi/models';

/** Returns the localized types of the application, without page types. */
const listCountedTypes = ({ strapi }: WithStrapi): UID.ContentType[] =>
  listContentTypes({ strapi })
    .filter((type) => type.uid.startsWith('api::') && isLocalized(type) && !isPageType(type.uid))
    .map(({ uid }) => uid)
    .sort();

/** Index of all columns that counting reads. It is a tenth of the size of the rows. */
export const countDefinitions = ({ strapi }: WithStrapi): readonly Definition[] =>
  listCountedTypes({ strapi }).map((uid) => {
    const { name: table, column } = createTableLookup({ strapi })(uid);
    const [document, locale, published, updated] = [
      'documentId',
      'locale',
      'publishedAt',
      'updatedAt',
    ].map((attribute) => escapeIdentifier(column(attribute)));
    const name = `ix_${table}_versions`;
    return {
      kind: 'index',
      name,
      table,
      create: `CREATE INDEX ${name} ON ${escapeIdentifier(table)} (${document}, ${locale}) INCLUDE (${published}, ${updated})`,
    };
  });

const STATES = ['published', 'modified', 'draft', 'missing'] as const;

/** Row of counts: `published_0` is the number in the first language. */
type CountRow = Partial<Record<string, unknown>>;

/**
 * SQL condition of readable rows. If only locales restrict the user, the index alone answers it.
 */
type OwnRows = { is: string; values: readonly unknown[]; join: string; joined: readonly unknown[] };

const buildOwnRowsCondition = (
  { isAll, languages, sql: rows, bindings }: Awaited<ReturnType<typeof buildPermittedRowsSql>>,
  locale: string,
): OwnRows => {
  if (isAll) return { is: 'true', values: [], join: '', joined: [] };
  if (languages !== null) {
    return { is: `${locale} = any(?)`, values: [languages], join: '', joined: [] };
  }
  const join = `left join (${rows}) r on r.id = t.id`;
  return { is: 'r.id is not null', values: [], join, joined: bindings };
};

/**
 * Counts entries by state and language in one pass over an index, because the panel may hold 50,000
 * products. The inner query has a row for each document, with the last writes of its draft and
 * published version in each language.
 *
 *     with versions as (
 *       select max(t.updated_at) filter (where t.published_at is null and t.locale = ?) as draft_0,
 *              max(t.updated_at) filter (where t.published_at is not null and t.locale = ?) as public_0, …
 *         from products t group by t.document_id)
 *     select count(*) filter (where draft_0 > public_0) as modified_0, … from versions
 */
const countEntriesByLanguage = async (
  { strapi }: WithStrapi,
  { ability, uid, locales }: { ability: unknown; uid: UID.ContentType; locales: readonly string[] },
): Promise<LanguageCount[]> => {
  const { name, column } = createTableLookup({ strapi })(uid);
  const buildColumnSql = (attribute: string): string => `t.${column(attribute)}`;
  const [locale, published, updated] = [
    buildColumnSql('locale'),
    buildColumnSql('publishedAt'),
    buildColumnSql('updatedAt'),
  ];
  const permitted = await buildPermittedRowsSql({ strapi }, { ability, uid });
  const ownRows = buildOwnRowsCondition(permitted, locale);
  const isOwn = `${published} is null and ${ownRows.is}`;
  const versions = locales.map(
    (_, index) => `
      max(${updated}) filter (where ${published} is null and ${locale} = ?) as draft_${index},
      max(${updated}) filter (where ${published} is not null and ${locale} = ?) as public_${index},
      coalesce(bool_or(${isOwn} and ${locale} = ?), false) as is_own_${index}`,
  );
  const counts = locales.map(
    (_, index) => `
      count(*) filter (where is_own_${index} and public_${index} >= draft_${index}) as published_${index},
      count(*) filter (where is_own_${index} and public_${index} < draft_${index}) as modified_${index},
      count(*) filter (where is_own_${index} and public_${index} is null) as draft_${index},
      count(*) filter (where draft_${index} is null) as missing_${index}`,
  );
  const { rows } = await sql(
    { strapi },
    `with versions as (
       select ${versions.join(',')}
         from ${name} t ${ownRows.join}
        group by ${buildColumnSql('documentId')}
       having bool_or(${isOwn})
     ) select ${counts.join(',')} from versions`,
    [
      ...locales.flatMap((code) => [code, code, ...ownRows.values, code]),
      ...ownRows.joined,
      ...ownRows.values,
    ],
  );
  const [row = {}] = rows as CountRow[];
  return locales.map((code, index) => {
    const [published = 0, modified = 0, draft = 0, missing = 0] = STATES.map((state) =>
      Number(row[`${state}_${index}`]),
    );
    return { locale: code, published, modified, draft, missing };
  });
};

/** Counts the readable entries of each localized type, with one statement for each type. */
export const countReadableEntries = async (
  { strapi }: WithStrapi,
  ability: unknown,
  locales: readonly string[],
): Promise<TypeCounts[]> => {
  const counts: TypeCounts[] = [];
  for (const uid of listCountedTypes({ strapi })) {
    if (!createEntryAccess({ strapi }, { ability, uid }).may('read')) continue;
    counts.push({
      uid,
      name: strapi.contentTypes[uid].info.displayName,
      languages: await countEntriesByLanguage({ strapi }, { ability, uid, locales }),
    });
  }
  return counts;
};

type PageType = (typeof pageTypes)[number];

type PageRow = {
  id: number;
  documentId: string;
  locale: string;
  publishedAt: string | null;
  updatedAt: string;
  vertical: { slug: string } | null;
  updatedBy: { firstname: string | null; lastname: string | null } | null;
};

const buildVersionKey = ({ documentId, locale }: Pick<PageRow, 'documentId' | 'locale'>): string =>
  `${documentId} ${locale}`;

const nameOf = (person: PageRow['updatedBy']): string | null =>
  [person?.firstname, person?.lastname].filter(Boolean).join(' ') || null;

/** Returns all existing versions, regardless of permissions. */
const readVersions = async (
  { strapi }: WithStrapi,
  uid: PageType,
): Promise<Pick<PageRow, 'id' | 'locale' | 'vertical'>[]> =>
  getTable<PageRow>({ strapi }, uid).findMany({
    where: { publishedAt: { $null: true } },
    select: ['id', 'locale'],
    populate: { vertical: { select: ['slug'] } },
  });

const readPageKind = async ({ strapi }: WithStrapi, ability: unknown, uid: PageType) => {
  const access = createEntryAccess({ strapi }, { ability, uid });
  const permitted = await buildPermittedWhere({ strapi }, { ability, uid, query: {} });
  const rows = await getTable<PageRow>({ strapi }, uid).findMany({
    where: permitted,
    select: ['id', 'documentId', 'locale', 'publishedAt', 'updatedAt'],
    populate: { vertical: { select: ['slug'] }, updatedBy: { select: ['firstname', 'lastname'] } },
    orderBy: { id: 'asc' },
  });
  const drafts = rows.filter(({ publishedAt }) => publishedAt === null);
  const published = new Map(
    rows
      .filter(({ publishedAt }) => publishedAt !== null)
      .map((row) => [buildVersionKey(row), row]),
  );
  const ids = drafts.map(({ id }) => id);
  const entryErrors = await countErrors({ strapi }, { ability, uid, ids });
  return {
    uid,
    name: strapi.contentTypes[uid].info.displayName,
    mayCreate: access.may('create'),
    hidden: (await readVersions({ strapi }, uid))
      .filter(({ id }) => !ids.includes(id))
      .map(({ locale, vertical }) => ({ locale, line: vertical?.slug ?? null })),
    versions: drafts.map((draft): PageVersion => ({
      documentId: draft.documentId,
      line: draft.vertical?.slug ?? null,
      locale: draft.locale,
      state: getEntryState(draft, published.get(buildVersionKey(draft)), false),
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
const readPageKinds = async ({ strapi }: WithStrapi, ability: unknown): Promise<PageKind[]> => {
  const kinds: PageKind[] = [];
  for (const uid of pageTypes) {
    if (!createEntryAccess({ strapi }, { ability, uid }).may('read')) continue;
    kinds.push(await readPageKind({ strapi }, ability, uid));
  }
  return kinds;
};

type BusinessLine = Overview['lines'][number];
type Language = Overview['languages'][number];

/**
 * Returns the business lines that the user works with, the site's languages, and the existing
 * pages.
 */
export const readSiteOverview = async (
  { strapi }: WithStrapi,
  ability: unknown,
): Promise<Omit<Overview, 'types'>> => {
  // Editors of some business lines see only those. Users who may not read lines see
  // all of them, because their pages name them.
  const mayRead = createEntryAccess({ strapi }, { ability, uid: BUSINESS_LINE }).may('read');
  const lines = await getTable<BusinessLine>({ strapi }, BUSINESS_LINE).findMany({
    where: mayRead
      ? await buildPermittedWhere({ strapi }, { ability, uid: BUSINESS_LINE, query: {} })
      : {},
    select: ['documentId', 'slug', 'name'],
    orderBy: [{ order: 'asc' }, { name: 'asc' }],
  });
  const languages = await getTable<Language>({ strapi }, 'plugin::i18n.locale').findMany({
    select: ['code', 'name'],
    orderBy: { id: 'asc' },
  });
  const first = await loadDefaultLocale({ strapi });
  languages.sort((left, other) => Number(other.code === first) - Number(left.code === first));
  return {
    // A line without drafts has one row; a published one has two.
    lines: [...new Map(lines.map((line) => [line.slug, line])).values()],
    languages,
    pages: await readPageKinds({ strapi }, ability),
  };
};
