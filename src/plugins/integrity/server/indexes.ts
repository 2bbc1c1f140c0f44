import type { Core } from '@strapi/types';
import { indexLookup } from '../../../database/definitions';
import { lookups } from './lookups';
import { uniqueRulesOf, type UniqueRule } from './rules';

const UNIQUE_VIOLATION = '23505';
const LOCK = 'catalogue_indexes';

/** The part of knex that is needed of a transaction, which starts savepoints within itself. */
type Transaction = {
  raw(sql: string): Promise<{ rows: Record<string, unknown>[] }>;
  transaction<T>(work: (inner: Transaction) => Promise<T>): Promise<T>;
};

type Target = {
  table: string;
  /** Rows without a language are compared with each other, where SQL holds every NULL to be different. */
  columns: readonly string[];
};

const targetOf = (
  { strapi }: { strapi: Core.Strapi },
  { uid, attributes }: Pick<UniqueRule, 'uid' | 'attributes'>,
): Target => {
  const { tableName, attributes: known } = strapi.db.metadata.get(uid);
  const columns = attributes.map((attribute) => {
    const { columnName } = known[attribute] as { columnName: string };
    return attribute === 'locale' ? `(coalesce("${columnName}", ''))` : `"${columnName}"`;
  });
  return { table: `"${tableName}"`, columns };
};

const condition = (where: string | undefined): string =>
  where === undefined ? '' : ` WHERE ${where}`;

/** Documents that stand in a rule's way, a line for each set of them. */
const offendersOf = async (
  trx: Transaction,
  { table, columns }: Target,
  { where }: UniqueRule,
): Promise<string[]> => {
  const held = columns.map((column, at) => `${column} AS c${at}`).join(', ');
  const present = columns.map((column) => `${column} IS NOT NULL`).join(' AND ');
  const { rows } = await trx.raw(`
    SELECT ${held}, array_agg(id ORDER BY id) AS ids, array_agg(document_id ORDER BY id) AS documents
    FROM ${table} WHERE ${where ?? 'true'} AND ${present}
    GROUP BY ${columns.join(', ')} HAVING count(*) > 1 LIMIT 20`);
  return rows.map((row) => {
    const values = columns.map((_, at) => JSON.stringify(row[`c${at}`])).join(', ');
    return `(${values}): rows ${String(row.ids)} of documents ${String(row.documents)}`;
  });
};

const createUnique = async (
  { strapi }: { strapi: Core.Strapi },
  trx: Transaction,
  rule: UniqueRule,
): Promise<void> => {
  const target = targetOf({ strapi }, rule);
  const { table, columns } = target;
  try {
    await trx.transaction((inner) =>
      inner.raw(
        `CREATE UNIQUE INDEX IF NOT EXISTS "${rule.name}" ON ${table} (${columns.join(', ')})` +
          condition(rule.where),
      ),
    );
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
    // Better a service that runs and complains at every start than one that does not run.
    const offenders = await offendersOf(trx, target, rule);
    strapi.log.error(
      `integrity: ${rule.name} is not in force, because rows of ${table} have the same ` +
        `${rule.attributes.join(' and ')}; change or unpublish all but one of each, then restart:\n  ` +
        offenders.join('\n  '),
    );
  }
};

/**
 * Makes the database hold the catalogue's rules and find its entries quickly; run at every start, after
 * Strapi has brought the tables in line with the models. Strapi leaves alone the indexes that it did not
 * make itself, but a column that is dropped and made again takes them with it.
 */
export const createIndexes = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  await strapi.db.connection.transaction(async (knexTransaction) => {
    const trx = knexTransaction as unknown as Transaction;
    // Nodes that start together would trip over each other.
    await trx.raw(`SELECT pg_advisory_xact_lock(hashtext('${LOCK}'))`);
    const isThere = await indexLookup(trx);
    for (const rule of uniqueRulesOf({ strapi })) {
      if (!isThere(rule.name)) await createUnique({ strapi }, trx, rule);
    }
    for (const lookup of lookups) {
      if (isThere(lookup.name)) continue;
      const { table, columns } = targetOf({ strapi }, lookup);
      await trx.raw(
        `CREATE INDEX IF NOT EXISTS "${lookup.name}" ON ${table} ` +
          `(${columns.join(', ')})${condition(lookup.where)}`,
      );
    }
  });
};
