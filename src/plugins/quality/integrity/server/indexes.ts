import type { Core, UID } from '@strapi/types';
import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Definition } from '#platform/database/installer';
import type { Query } from '#platform/database/installer/definition';
import { createTableLookup } from '#platform/strapi/tables';
import { PUBLISHED, listUniqueRules, type UniqueRule, DRAFT } from './rules';

/** Index that speeds up a query of the endpoints. */
type Lookup = {
  /**
   * Name of the index. A changed lookup needs a new name, because existing indexes are not altered.
   */
  name: string;
  uid: UID.ContentType;
  attributes: readonly [string, ...string[]];
  where: string;
};

/**
 * Lookups that no other index serves. Published slugs have their unique index. Strapi itself
 * creates indexes of document, locale and state, and of both sides of every relation.
 */
export const lookups: readonly Lookup[] = [
  {
    name: 'ix_product_list',
    uid: 'api::product.product',
    attributes: ['order', 'documentId', 'locale'],
    where: PUBLISHED,
  },
  {
    name: 'ix_product_list_of_type',
    uid: 'api::product.product',
    attributes: ['type', 'order', 'documentId', 'locale'],
    where: PUBLISHED,
  },
  {
    name: 'ix_channel_list',
    uid: 'api::channel.channel',
    attributes: ['order', 'documentId'],
    where: PUBLISHED,
  },
  {
    name: 'ix_series_list',
    uid: 'api::series.series',
    attributes: ['order', 'documentId', 'locale'],
    where: PUBLISHED,
  },
  {
    name: 'ix_product_draft_slug',
    uid: 'api::product.product',
    attributes: ['slug', 'locale'],
    where: DRAFT,
  },
  {
    name: 'ix_channel_draft_slug',
    uid: 'api::channel.channel',
    attributes: ['slug'],
    where: DRAFT,
  },
  {
    name: 'ix_series_draft_slug',
    uid: 'api::series.series',
    attributes: ['slug', 'locale'],
    where: DRAFT,
  },
  {
    name: 'ix_protagonist_draft_slug',
    uid: 'api::protagonist.protagonist',
    attributes: ['slug', 'locale'],
    where: DRAFT,
  },
];

type Target = {
  table: string;
  /**
   * Columns and expressions of the index. A null locale becomes '', because SQL treats every NULL
   * as different.
   */
  columns: readonly string[];
};

const buildTarget = (
  { strapi }: WithStrapi,
  { uid, attributes }: Pick<UniqueRule, 'uid' | 'attributes'>,
): Target => {
  const table = createTableLookup({ strapi })(uid);
  const columns = attributes.map((attribute) => {
    const column = escapeIdentifier(table.column(attribute));
    return attribute === 'locale' ? `(coalesce(${column}, ''))` : column;
  });
  return { table: table.name, columns };
};

type InstalledRule = Pick<UniqueRule, 'name' | 'uid' | 'attributes' | 'where'>;

/** Returns `CREATE <kind> "name" ON "table" ("column", …) WHERE …`. */
const createStatement = (
  kind: string,
  { name, where }: InstalledRule,
  { table, columns }: Target,
): string =>
  `CREATE ${kind} ${escapeIdentifier(name)} ON ${escapeIdentifier(table)} (${columns.join(', ')})` +
  (where === undefined ? '' : ` WHERE ${where}`);

/** Returns the rows that violate a rule, one line for each set of duplicates. */
const findViolations = async (
  query: Query,
  { table, columns }: Target,
  { where }: UniqueRule,
): Promise<string[]> => {
  const held = columns.map((column, index) => `${column} AS c${index}`).join(', ');
  const valuesCondition = columns.map((column) => `${column} IS NOT NULL`).join(' AND ');
  const rows = await query(`
    SELECT ${held}, array_agg(id ORDER BY id) AS ids, array_agg(document_id ORDER BY id) AS documents
    FROM ${escapeIdentifier(table)} WHERE ${where ?? 'true'} AND ${valuesCondition}
    GROUP BY ${columns.join(', ')} HAVING count(*) > 1 LIMIT 20`);
  return rows.map((row) => {
    const values = columns.map((_, index) => JSON.stringify(row[`c${index}`])).join(', ');
    return `(${values}): rows ${String(row.ids)} of documents ${String(row.documents)}`;
  });
};

/**
 * Returns instructions for the removal of duplicates. The panel shows only one of two rows of a
 * document, so SQL must delete the other.
 */
const getRemedy = ({ attributes, where }: UniqueRule): string =>
  attributes[0] === 'documentId' && where !== PUBLISHED
    ? 'look at the rows, and delete with SQL'
    : 'change or unpublish';

/**
 * Returns the indexes that enforce the catalogue's rules and speed up its queries. Strapi leaves
 * indexes alone that it did not create. Dropping and recreating a column removes its indexes.
 */
export const createIntegrityDefinitions = ({
  strapi,
}: {
  strapi: Core.Strapi;
}): readonly Definition[] => [
  ...listUniqueRules({ strapi }).map((rule): Definition => {
    const target = buildTarget({ strapi }, rule);
    const { name, attributes } = rule;
    return {
      kind: 'index',
      name,
      table: target.table,
      create: createStatement('UNIQUE INDEX', rule, target),
      // A service that logs an error at every start is better than one that does not start.
      async onDuplicates(query) {
        const offenders = await findViolations(query, target, rule);
        strapi.log.error(
          `integrity: ${name} is not in force, because rows of "${target.table}" have the same ` +
            `${attributes.join(' and ')}; ${getRemedy(rule)} all but one of each, then restart:\n  ` +
            offenders.join('\n  '),
        );
      },
    };
  }),
  ...lookups.map((lookup): Definition => {
    const target = buildTarget({ strapi }, lookup);
    const create = createStatement('INDEX', lookup, target);
    return { kind: 'index', name: lookup.name, table: target.table, create };
  }),
];
