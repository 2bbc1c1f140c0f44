import type { Core } from '@strapi/types';
import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../../../../platform/with-strapi';
import type { Definition } from '../../../../platform/database/installer';
import type { Query } from '../../../../platform/database/installer/definition';
import { tablesOf } from '../../../../platform/strapi/tables';
import { lookups } from './lookups';
import { PUBLISHED, uniqueRulesOf, type UniqueRule } from './rules';

type Target = {
  table: string;
  /** Rows without a language are compared with each other, where SQL holds every NULL to be different. */
  columns: readonly string[];
};

const targetOf = (
  { strapi }: WithStrapi,
  { uid, attributes }: Pick<UniqueRule, 'uid' | 'attributes'>,
): Target => {
  const table = tablesOf({ strapi })(uid);
  const columns = attributes.map((attribute) => {
    const column = escapeIdentifier(table.column(attribute));
    return attribute === 'locale' ? `(coalesce(${column}, ''))` : column;
  });
  return { table: table.name, columns };
};

type Made = Pick<UniqueRule, 'name' | 'uid' | 'attributes' | 'where'>;

/** `CREATE <kind> "name" ON "table" ("column", …) WHERE …` */
const createStatement = (kind: string, { name, where }: Made, { table, columns }: Target): string =>
  `CREATE ${kind} ${escapeIdentifier(name)} ON ${escapeIdentifier(table)} (${columns.join(', ')})` +
  (where === undefined ? '' : ` WHERE ${where}`);

/** Documents that stand in a rule's way, a line for each set of them. */
const offendersOf = async (
  query: Query,
  { table, columns }: Target,
  { where }: UniqueRule,
): Promise<string[]> => {
  const held = columns.map((column, at) => `${column} AS c${at}`).join(', ');
  const present = columns.map((column) => `${column} IS NOT NULL`).join(' AND ');
  const rows = await query(`
    SELECT ${held}, array_agg(id ORDER BY id) AS ids, array_agg(document_id ORDER BY id) AS documents
    FROM ${escapeIdentifier(table)} WHERE ${where ?? 'true'} AND ${present}
    GROUP BY ${columns.join(', ')} HAVING count(*) > 1 LIMIT 20`);
  return rows.map((row) => {
    const values = columns.map((_, at) => JSON.stringify(row[`c${at}`])).join(', ');
    return `(${values}): rows ${String(row.ids)} of documents ${String(row.documents)}`;
  });
};

/** Says what to do with rows that a rule allows once. The panel shows one of two rows of a document, so SQL removes the other. */
const remedyOf = ({ attributes, where }: UniqueRule): string =>
  attributes[0] === 'documentId' && where !== PUBLISHED
    ? 'look at the rows, and delete with SQL'
    : 'change or unpublish';

/**
 * Indexes by which the database holds the catalogue's rules and finds its entries quickly. Strapi leaves
 * alone the indexes that it did not make itself, but a column that is dropped and made again takes them
 * with it.
 */
export const integrityDefinitions = ({
  strapi,
}: {
  strapi: Core.Strapi;
}): readonly Definition[] => [
  ...uniqueRulesOf({ strapi }).map((rule): Definition => {
    const target = targetOf({ strapi }, rule);
    const { name, attributes } = rule;
    return {
      kind: 'index',
      name,
      table: target.table,
      create: createStatement('UNIQUE INDEX', rule, target),
      // Better a service that runs and complains at every start than one that does not run.
      async onDuplicates(query) {
        const offenders = await offendersOf(query, target, rule);
        strapi.log.error(
          `integrity: ${name} is not in force, because rows of "${target.table}" have the same ` +
            `${attributes.join(' and ')}; ${remedyOf(rule)} all but one of each, then restart:\n  ` +
            offenders.join('\n  '),
        );
      },
    };
  }),
  ...lookups.map((lookup): Definition => {
    const target = targetOf({ strapi }, lookup);
    const create = createStatement('INDEX', lookup, target);
    return { kind: 'index', name: lookup.name, table: target.table, create };
  }),
];
