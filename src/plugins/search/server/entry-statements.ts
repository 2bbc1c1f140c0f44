import { createHash } from 'node:crypto';
import type { Core } from '@strapi/types';
import { escapeIdentifier, escapeLiteral } from 'pg';
import { createModelLookup } from '#delivery/plan/model';
import { createTableLookup, type Link } from '#platform/strapi/tables';
import { indexedTypeEntries, type IndexedType, type IndexedUid } from './indexed-types';
import { withSpanishEndings } from './spanish-endings';

/** SQL that indexes the entries of a type. */
export type EntryStatement = {
  uid: IndexedUid;
  /** Digest of the statement; it differs if entries are indexed in another way. */
  digest: string;
  /** Inserts the published entries of the array `documents` into the index. */
  insert: string;
};

const buildConcatSql = (expressions: readonly string[]): string =>
  expressions.length === 0 ? `''` : `concat_ws(E'\\n', ${expressions.join(', ')})`;

const buildLinkCondition = (alias: string, { on }: Link): string =>
  Object.entries(on)
    .map(([column, value]) => ` AND ${alias}.${escapeIdentifier(column)} = ${escapeLiteral(value)}`)
    .join('');

export const createEntryStatements = ({
  strapi,
}: {
  strapi: Core.Strapi;
}): readonly EntryStatement[] => {
  const models = createModelLookup({ strapi });
  const tables = createTableLookup({ strapi });

  const buildTextColumns = (uid: string, alias: string, names: readonly string[] = []): string[] =>
    names.map((name) => `${alias}.${escapeIdentifier(tables(uid).column(name))}::text`);

  /** Returns the SQL for the published documents that a relation refers to. */
  const buildReferencesSql = (uid: string, name: string): string => {
    const link = tables(uid).link(name);
    const target = models(uid).attributes[name]?.target ?? '';
    const isPublished = models(target).hasDrafts ? ' AND r.published_at IS NOT NULL' : '';
    return (
      `SELECT search_number(r.document_id::text) FROM ${escapeIdentifier(link.table)} l ` +
      `JOIN ${escapeIdentifier(tables(target).name)} r ON r.id = l.${escapeIdentifier(link.to)} ` +
      `WHERE l.${escapeIdentifier(link.from)} = d.id AND r.document_id IS NOT NULL${isPublished}${buildLinkCondition('l', link)}`
    );
  };

  /** Returns the SQL for an array of the titles, or of all texts, in other languages. */
  const buildTranslationsSql = (
    uid: string,
    type: IndexedType,
    part: 'title' | 'texts',
  ): string => {
    const { translations } = type;
    const fields = [translations?.[part] ?? []].flat();
    if (translations === undefined || fields.length === 0) return `ARRAY[]::text[]`;
    const link = tables(uid).link(translations.component);
    const columns = buildTextColumns(translations.uid, 'c', fields);
    const text =
      part === 'title'
        ? `left(${columns.join()}, 1000)`
        : `search_plain(${buildConcatSql(columns)})`;
    return (
      `ARRAY(SELECT t.text FROM ${escapeIdentifier(link.table)} l ` +
      `JOIN ${escapeIdentifier(tables(translations.uid).name)} c ON c.id = l.${escapeIdentifier(link.to)} ` +
      `CROSS JOIN LATERAL (SELECT ${text} AS text) t ` +
      `WHERE l.${escapeIdentifier(link.from)} = d.id AND l.component_type = ${escapeLiteral(translations.uid)} ` +
      `AND t.text <> ''${buildLinkCondition('l', link)})`
    );
  };

  return indexedTypeEntries.map(([uid, type]): EntryStatement => {
    const table = tables(uid);
    const { isLocalized, hasDrafts, attributes } = models(uid);
    const { title, codes, texts, within, relations = [], price, productType } = type;
    const link = within && table.link(within.component);
    const component =
      within && link
        ? `
        LEFT JOIN LATERAL (SELECT c.* FROM ${escapeIdentifier(link.table)} l
          JOIN ${escapeIdentifier(tables(within.uid).name)} c ON c.id = l.${escapeIdentifier(link.to)}
          WHERE l.${escapeIdentifier(link.from)} = d.id AND l.component_type = ${escapeLiteral(within.uid)}${buildLinkCondition('l', link)}
          LIMIT 1) w ON true`
        : '';
    const matchSql = within
      ? {
          codes: [
            ...buildTextColumns(within.uid, 'w', within.codes),
            ...buildTextColumns(within.uid, 'w', within.isbns).map(
              (isbn) => `search_isbns(${isbn})`,
            ),
          ],
          texts: buildTextColumns(within.uid, 'w', within.texts),
        }
      : { codes: [], texts: [] };
    const [name = ''] = buildTextColumns(uid, 'd', [title]);
    const language = isLocalized ? `coalesce(d.locale, '')` : `''`;
    // PostgreSQL cannot order by a constant.
    const identity = ['d.document_id', ...(isLocalized ? [language] : [])].join(', ');
    const buildColumnSql = (name: string): string => `d.${escapeIdentifier(table.column(name))}`;
    const insert = `
      WITH entries AS MATERIALIZED (SELECT * FROM (
        SELECT DISTINCT ON (${identity}) d.document_id::text AS document_id, ${language} AS locale,
          d.slug, left(${name}, 1000) AS title, ${buildTranslationsSql(uid, type, 'title')} AS translations,
          ${buildTranslationsSql(uid, type, 'texts')} AS translated,
          search_plain(${buildConcatSql([...buildTextColumns(uid, 'd', texts), ...matchSql.texts])}) AS body,
          ${buildConcatSql([...buildTextColumns(uid, 'd', codes), ...matchSql.codes])} AS codes,
          ${productType === undefined ? 'NULL' : buildTextColumns(uid, 'd', [productType]).join('')} AS product_type,
          ARRAY(${relations.map((relation) => buildReferencesSql(uid, relation)).join(' UNION ') || 'SELECT NULL::bigint WHERE false'}) AS refs,
          (${price === undefined ? 'NULL' : price(buildColumnSql)})::numeric AS price,
          ${attributes.order === undefined ? '0' : 'coalesce(d."order", 0)'} AS position
        FROM ${escapeIdentifier(table.name)} d${component}
        WHERE d.document_id = ANY(documents)${hasDrafts ? ' AND d.published_at IS NOT NULL' : ''}
        ORDER BY ${identity}, d.id DESC) x
        WHERE x.title <> ''
      ), texts AS (
        INSERT INTO search.texts (uid, document_id, locale, body)
        SELECT ${escapeLiteral(uid)}, x.document_id, x.locale, x.body FROM entries x WHERE x.body <> ''
      )
      INSERT INTO search.published (uid, document_id, locale, number, slug, title, product_type, refs, price, position,
        names, words)
      SELECT ${escapeLiteral(uid)}, x.document_id, x.locale, search_number(x.document_id), x.slug, x.title,
        x.product_type, x.refs, x.price, x.position, search_names(x.title) || search_wholes(x.title || x.translations),
        search_words(x.locale, array_to_string(x.title || x.translations, ' '), x.codes,
          array_to_string(x.body || x.translated, ' '))
      FROM entries x;`;
    return {
      uid,
      digest: createHash('md5').update(insert).update(withSpanishEndings).digest('hex'),
      insert,
    };
  });
};
