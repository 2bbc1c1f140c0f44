import type { UID } from '@strapi/types';
import { escapeIdentifier, escapeLiteral } from 'pg';
import type { EntryAddress, StatementReader } from '#feature/feature';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createModelLookup } from '#delivery/plan/model';
import type { View } from '#delivery/view';
import { sql } from '#platform/strapi/queries';
import { createTableLookup } from '#platform/strapi/tables';
import { sluggedTypes, type SluggedType } from '#catalogue/slugged-types';
import { findRequestScope } from '#catalogue/request-scope';
import { buildPagination, getRequestedPage, computeWindow } from '#platform/http/pagination';
import { createReadHandler } from '#delivery/handler';
import { listRedirects } from '../contract';
import { ROW_EVENTS, createStatementTrigger, type Definition } from '#platform/database/installer';

/** Table of the current and former slugs of published documents. */
const SLUGS = 'redirects.slugs';

/**
 * Returns the statement that records slugs. It writes only new slugs and those of another document,
 * because most publications change none.
 */
const record = (rows: string): string => `
    INSERT INTO ${SLUGS} AS s (uid, locale, slug, document_id)
    SELECT DISTINCT ON (r.locale, r.slug) TG_ARGV[0], r.locale, r.slug, r.document_id
    FROM (SELECT id, slug, document_id, CASE WHEN TG_ARGV[1]::boolean THEN coalesce(locale, '') ELSE '' END AS locale
      FROM ${rows} WHERE published_at IS NOT NULL AND document_id IS NOT NULL AND slug <> '') r
    WHERE NOT EXISTS (SELECT FROM ${SLUGS} k WHERE k.uid = TG_ARGV[0] AND k.locale = r.locale
      AND k.slug = r.slug AND k.document_id = r.document_id)
    ORDER BY r.locale, r.slug, r.id DESC
    ON CONFLICT (uid, locale, slug) DO UPDATE SET document_id = excluded.document_id, at = now();`;

/**
 * Returns the table and triggers that record which document has, or last had, each slug. Triggers
 * on published rows cover every way of writing, within its transaction. A slug leads to a document,
 * whose current slug is looked up on request, so there are no chains or loops. Deleted rows are
 * recorded as well, so slugs that predate the installation are recorded when they change.
 */
export const redirectDefinitions = ({ strapi }: WithStrapi): readonly Definition[] => {
  const models = createModelLookup({ strapi });
  const tables = createTableLookup({ strapi });
  return [
    {
      kind: 'table',
      name: SLUGS,
      create: `CREATE SCHEMA IF NOT EXISTS redirects;
      CREATE TABLE ${SLUGS} (
        uid text NOT NULL,
        locale text NOT NULL DEFAULT '',
        slug text NOT NULL,
        document_id text NOT NULL,
        at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (uid, locale, slug)
      )`,
    },
    {
      kind: 'function',
      // Arguments: the type, and whether its documents have languages. Any role that may write to
      // the table may run it, with the rights of its owner.
      name: 'redirects_slugs_changed()',
      create: `CREATE OR REPLACE FUNCTION redirects_slugs_changed() RETURNS trigger AS $$
BEGIN
  -- What goes first: within one statement two entries may change their slugs with each other.
  IF TG_OP <> 'INSERT' THEN${record('old_rows')}
  END IF;
  IF TG_OP <> 'DELETE' THEN${record('new_rows')}
  END IF;
  RETURN NULL;
END $$ LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT`,
    },
    ...sluggedTypes.flatMap((uid) =>
      ROW_EVENTS.map((event) => {
        const { name: table } = tables(uid);
        const call = `redirects_slugs_changed(${escapeLiteral(uid)}, ${escapeLiteral(String(models(uid).isLocalized))})`;
        return createStatementTrigger({ prefix: 'redirects', table, event, call });
      }),
    ),
  ];
};

/** Returns the join of a former slug with the published row of its document. */
const joinOf = ({ strapi }: WithStrapi, uid: UID.ContentType): string => {
  const inLanguage = createModelLookup({ strapi })(uid).isLocalized
    ? ' AND d.locale = s.locale'
    : '';
  return (
    `FROM ${SLUGS} s JOIN ${escapeIdentifier(createTableLookup({ strapi })(uid).name)} d ` +
    `ON d.document_id = s.document_id AND d.published_at IS NOT NULL${inLanguage} ` +
    `WHERE s.uid = ${escapeLiteral(uid)} AND d.slug <> s.slug`
  );
};

type FormerSlug = {
  uid: SluggedType;
  documentId: string;
  locale: string | null;
  from: string;
  to: string;
};

type Row = [uid: SluggedType, documentId: string, locale: string, from: string, to: string];

type SlugQuery = { uid?: SluggedType | undefined; lang?: string | undefined };

const listSluggedTypes = ({ uid }: SlugQuery): readonly SluggedType[] =>
  uid === undefined ? sluggedTypes : [uid];

/** Returns the statement of former slugs of some types; `$1` is the language, null for all. */
const buildFormerSlugsSql = ({ strapi }: WithStrapi, slugQuery: SlugQuery): string =>
  listSluggedTypes(slugQuery)
    .map(
      (uid) =>
        `SELECT s.uid, s.document_id, s.locale, s.slug, d.slug AS now ${joinOf({ strapi }, uid)} ` +
        `AND ($1::text IS NULL OR s.locale IN ('', $1))`,
    )
    .join(' UNION ALL ');

/** Counts the former slugs of published documents, optionally of one type or language. */
const countFormerSlugs = async (
  { strapi }: WithStrapi,
  view: View,
  slugQuery: SlugQuery,
): Promise<number> => {
  const statement = `SELECT count(*)::int FROM (${buildFormerSlugsSql({ strapi }, slugQuery)}) f`;
  const [row] = await view.runStatement<[number]>(
    statement,
    [slugQuery.lang ?? null],
    listSluggedTypes(slugQuery),
  );
  return row?.[0] ?? 0;
};

/** Lists former slugs in a stable order, optionally one page. */
const listFormerSlugs = async (
  { strapi }: WithStrapi,
  view: View,
  slugQuery: SlugQuery,
  page?: { start: number; limit: number },
): Promise<FormerSlug[]> => {
  const statement = `${buildFormerSlugsSql({ strapi }, slugQuery)} ORDER BY 1, 3, 4${page === undefined ? '' : ' LIMIT $2 OFFSET $3'}`;
  const values = [slugQuery.lang ?? null, ...(page === undefined ? [] : [page.limit, page.start])];
  const rows = await view.runStatement<Row>(statement, values, listSluggedTypes(slugQuery));
  return rows.map(([its, documentId, locale, from, to]) => ({
    uid: its,
    documentId,
    locale: locale === '' ? null : locale,
    from,
    to,
  }));
};

/**
 * Returns the current slug of a document that was published under a former one; null if there is
 * none.
 *
 * @param lang language; if omitted, the default language of localized types comes first
 */
export const findCurrentSlug = async (
  { strapi }: WithStrapi,
  reader: StatementReader,
  { uid, slug, lang }: EntryAddress,
): Promise<string | null> => {
  const preferred = lang ?? (await reader.defaultLocale());
  const statement =
    `SELECT d.slug ${joinOf({ strapi }, uid)} AND s.slug = $1 ` +
    `AND ($2::text IS NULL OR s.locale IN ('', $2)) ORDER BY s.locale = $3::text DESC, s.locale LIMIT 1`;
  const [row] = await reader.runStatement<[string]>(
    statement,
    [slug, lang ?? null, preferred],
    [uid],
  );
  return row?.[0] ?? null;
};

/** Returns the given slugs that a published document has or had. */
export const findAnsweredSlugs = async (
  { strapi }: WithStrapi,
  uid: SluggedType,
  slugs: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql(
    { strapi },
    `SELECT d.slug FROM ${escapeIdentifier(createTableLookup({ strapi })(uid).name)} d
      WHERE d.published_at IS NOT NULL AND d.slug = ANY(CAST(:slugs AS text[]))
     UNION SELECT s.slug ${joinOf({ strapi }, uid)} AND s.slug = ANY(CAST(:slugs AS text[]))`,
    { slugs: [...slugs] },
  );
  return new Set(rows.map(({ slug }) => String(slug)));
};

export const createRedirectsController = ({ strapi }: WithStrapi) => {
  const read = createReadHandler({ strapi });

  return {
    list: read(listRedirects, async ({ query: { uid, lang, ...paging } }, view) => {
      await findRequestScope(view, { lang });
      const page = getRequestedPage(paging);
      if (page === null) return { data: await listFormerSlugs({ strapi }, view, { uid, lang }) };
      const [data, total] = await Promise.all([
        listFormerSlugs({ strapi }, view, { uid, lang }, computeWindow(page)),
        countFormerSlugs({ strapi }, view, { uid, lang }),
      ]);
      return { data, meta: { pagination: buildPagination(page, total) } };
    }),
  };
};
