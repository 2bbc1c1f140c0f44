import { escapeIdentifier as name } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createFieldFinder, type FoundValue } from '#feature/custom-fields';
import { createModelLookup } from '#delivery/plan/model';
import { buildContentSql } from '#catalogue/row-expressions';
import { sql } from '#platform/strapi/queries';
import { createTableLookup } from '#platform/strapi/tables';
import { ADDRESS_FIELD, LINK_FIELD, PATTERN_FIELD, SITE_FIELD } from '#catalogue/links/link-fields';

/** Custom fields of this feature. */
export type Field =
  typeof LINK_FIELD | typeof ADDRESS_FIELD | typeof PATTERN_FIELD | typeof SITE_FIELD;

export type FoundLink = FoundValue<Field>;

/** Links of an entry's draft in one locale. */
export type StoredLinks = {
  id: number;
  documentId: string;
  locale: string | null;
  links: readonly FoundLink[];
};

/** Creates a finder of links in written and stored data. */
export const createLinkFinder = ({ strapi }: WithStrapi) => {
  const finder = createFieldFinder<Field>({ strapi }, [
    LINK_FIELD,
    ADDRESS_FIELD,
    PATTERN_FIELD,
    SITE_FIELD,
  ]);
  const statements = new Map<string, string>();

  const compile = (uid: string): string => {
    const models = createModelLookup({ strapi });
    const tables = createTableLookup({ strapi });
    const content = buildContentSql(
      {
        models,
        tables,
        attributesOf: finder.attributesOf,
        reference: () => 'NULL::jsonb',
      },
      uid,
      'd',
    );
    const { hasDrafts, isLocalized } = models(uid);
    return (
      `SELECT d.id, d.document_id, ${isLocalized ? 'd.locale' : 'NULL'} AS locale, ${content}::text AS content ` +
      `FROM ${name(tables(uid).name)} d WHERE d.document_id = ANY(CAST(:documents AS text[]))` +
      (hasDrafts ? ' AND d.published_at IS NULL' : '') +
      (isLocalized
        ? ' AND (CAST(:locales AS text[]) IS NULL OR d.locale = ANY(CAST(:locales AS text[])))'
        : '')
    );
  };

  /**
   * Reads the links of some entries' drafts, with one statement.
   *
   * @param locales null for all
   */
  const readStoredLinks = async (
    uid: string,
    documents: readonly string[],
    locales: readonly string[] | null,
  ): Promise<readonly StoredLinks[]> => {
    const statement = statements.get(uid) ?? compile(uid);
    statements.set(uid, statement);
    // The transaction makes uncommitted writes visible.
    const { rows } = await strapi.db.transaction(({ trx }) =>
      sql({ strapi, trx }, statement, { documents: [...documents], locales }),
    );
    return rows.map(({ id, document_id: documentId, locale, content }) => ({
      id: Number(id),
      documentId: String(documentId),
      locale: typeof locale === 'string' ? locale : null,
      links: finder.find(uid, JSON.parse(String(content)) as unknown),
    }));
  };

  return { concerns: finder.concerns, find: finder.find, stored: readStoredLinks };
};
