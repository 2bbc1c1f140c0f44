import { escapeIdentifier as name, escapeLiteral } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createModelLookup } from '#delivery/plan/model';
import { inUtc } from '#delivery/readers/sql/values';
import { createTableLookup } from '#platform/strapi/tables';
import { asAddressPart } from '../../links';
import { linkables, type LinkableUid } from '#catalogue/links/linkables';
import { BUSINESS_LINE } from '#catalogue/business-line';

/** Published language version of an entry; null language if its type has none. */
export type EntryRow = [
  uid: LinkableUid,
  documentId: string,
  language: string | null,
  slug: string,
  type: string,
  modified: string,
];

const asMoment = (moment: string): string =>
  `to_char(${inUtc(moment)}, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/**
 * Relations through which types without business lines belong to those of other entries, such as
 * episodes to the lines of their series.
 */
const through: Partial<Record<LinkableUid, readonly { uid: LinkableUid; via: string }[]>> = {
  'api::episode.episode': [{ uid: 'api::series.series', via: 'episodes' }],
  'api::protagonist.protagonist': [
    { uid: 'api::product.product', via: 'protagonists' },
    { uid: 'api::series.series', via: 'protagonists' },
    { uid: 'api::live.live', via: 'protagonists' },
    { uid: 'api::episode.episode', via: 'protagonists' },
  ],
};

/** Returns the statements of sitemaps. Each runs once, regardless of the number of entries. */
export const createSitemapStatements = ({ strapi }: WithStrapi) => {
  const models = createModelLookup({ strapi });
  const tables = createTableLookup({ strapi });
  const lines = tables(BUSINESS_LINE);

  const buildColumnSql = (uid: string, alias: string, attribute: string): string =>
    `${alias}.${name(tables(uid).column(attribute))}`;

  /** Joins the rows of a relation, called `to`, with the published rows `from`. */
  const joinRelation = (uid: string, attribute: string, target: string, to: string): string => {
    const link = tables(uid).link(attribute);
    return (
      `${name(tables(uid).name)} d JOIN ${name(link.table)} l ON l.${name(link.from)} = d.id ` +
      `JOIN ${name(tables(target).name)} ${to} ON ${to}.id = l.${name(link.to)} AND d.published_at IS NOT NULL`
    );
  };

  /** Name of the table expression of a type's documents (`document`) and their lines (`line`). */
  const getLinesTable = (uid: LinkableUid): string =>
    `lines_of_${uid.slice(uid.lastIndexOf('.') + 1)}`;

  const buildLinesSql = ({ uid, lines: relation }: (typeof linkables)[number]): string =>
    relation === null
      ? (through[uid] ?? [])
          .map(
            ({ uid: owner, via }) =>
              `SELECT t.document_id AS document, o.line FROM ${joinRelation(owner, via, uid, 't')} ` +
              `JOIN ${getLinesTable(owner)} o ON o.document = d.document_id`,
          )
          .join(' UNION ')
      : `SELECT DISTINCT d.document_id AS document, v.id AS line FROM ${joinRelation(uid, relation, BUSINESS_LINE, 'v')}`;

  const isOwned = ({ lines: relation }: (typeof linkables)[number]): boolean => relation !== null;
  // Types with lines of their own first, because table expressions refer to earlier ones.
  const inOrder = [
    ...linkables.filter(isOwned),
    ...linkables.filter((linkable) => !isOwned(linkable)),
  ];

  /**
   * Returns the rows of a type that the line in `$1` shows: those of the line, and those of no
   * line.
   */
  const buildRowsSql = ({ uid, lines: relation, hasType }: (typeof linkables)[number]): string => {
    const language = models(uid).isLocalized ? 'd.locale' : 'NULL';
    const type = hasType
      ? `coalesce(${asAddressPart(buildColumnSql(uid, 'd', 'type'))}, '')`
      : `''`;
    const slug = buildColumnSql(uid, 'd', 'slug');
    const ofLine =
      relation === null
        ? `(EXISTS (SELECT FROM ${getLinesTable(uid)} o WHERE o.document = d.document_id AND o.line = v.id) ` +
          `OR NOT EXISTS (SELECT FROM ${getLinesTable(uid)} o WHERE o.document = d.document_id))`
        : `EXISTS (SELECT FROM ${name(tables(uid).link(relation).table)} l ` +
          `WHERE l.${name(tables(uid).link(relation).from)} = d.id AND l.${name(tables(uid).link(relation).to)} = v.id)`;
    return (
      `SELECT ${escapeLiteral(uid)} AS uid, d.document_id, ${language}, ${slug}, ${type}, ` +
      `${asMoment(buildColumnSql(uid, 'd', 'updatedAt'))} FROM ${name(tables(uid).name)} d, line v ` +
      `WHERE d.published_at IS NOT NULL AND ${slug} <> '' AND ${escapeLiteral(uid)} = ANY($2::text[]) AND ${ofLine}`
    );
  };

  const line =
    `line AS (SELECT v.id FROM ${name(lines.name)} v ` +
    `WHERE ${buildColumnSql(BUSINESS_LINE, 'v', 'slug')} = $1 AND ${buildColumnSql(BUSINESS_LINE, 'v', 'siteAddress')} <> '')`;

  return {
    /** Selects the entries of the line in `$1`, of the types in `$2`. */
    entries:
      `WITH ${line}, ${inOrder.map((linkable) => `${getLinesTable(linkable.uid)} AS (${buildLinesSql(linkable)})`).join(', ')} ` +
      `${linkables.map(buildRowsSql).join(' UNION ALL ')} ORDER BY 1, 2, 3`,
  };
};
