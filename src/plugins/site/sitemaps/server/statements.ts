import { escapeIdentifier as name, escapeLiteral } from 'pg';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { modelsOf } from '../../../../delivery/plan/model';
import { inUtc } from '../../../../delivery/readers/sql/scalar';
import { tablesOf } from '../../../../platform/strapi/tables';
import { asAddressPart, linkables, VERTICAL, type LinkableUid } from '../../links';

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

/** Returns the statements of sitemaps. Each runs once, regardless of the number of entries. */
export const statementsOf = ({ strapi }: WithStrapi) => {
  const models = modelsOf({ strapi });
  const tables = tablesOf({ strapi });
  const lines = tables(VERTICAL);
  const site = `v.${name(lines.column('siteAddress'))}`;
  const slugOfLine = `v.${name(lines.column('slug'))}`;

  /**
   * Addressed rows of each type with the business lines of their sites; all lines if a type has
   * none.
   */
  const rows = linkables.map(({ uid, lines: relation, hasType }) => {
    const table = tables(uid);
    const column = (attribute: string): string => `d.${name(table.column(attribute))}`;
    const between = relation === null ? null : table.link(relation);
    const joined =
      between === null
        ? `CROSS JOIN ${name(lines.name)} v`
        : `JOIN ${name(between.table)} l ON l.${name(between.from)} = d.id ` +
          `JOIN ${name(lines.name)} v ON v.id = l.${name(between.to)}`;
    return {
      uid: escapeLiteral(uid),
      language: models(uid).isLocalized ? 'd.locale' : 'NULL',
      slug: column('slug'),
      type: hasType ? `coalesce(${asAddressPart(column('type'))}, '')` : `''`,
      modified: column('updatedAt'),
      from:
        `FROM ${name(table.name)} d ${joined} WHERE d.published_at IS NOT NULL AND ${column('slug')} <> '' ` +
        `AND ${site} <> ''`,
    };
  });

  return {
    /** Selects the entries of the line in `$1`. */
    entries: `${rows
      .map(
        ({ uid, language, slug, type, modified, from }) =>
          `SELECT ${uid} AS uid, d.document_id, ${language}, ${slug}, ${type}, ${asMoment(modified)} ${from} AND ${slugOfLine} = $1`,
      )
      .join(' UNION ALL ')} ORDER BY 1, 2, 3`,
  };
};
