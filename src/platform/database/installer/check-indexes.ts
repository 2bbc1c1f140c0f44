import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../../strapi/with-strapi';
import { sql } from '../../strapi/queries';
import { buildDefinedNameSql, quoteName, truncateName, type Definition } from './definition';

/** Selects the indexes and whether they are usable. */
const SELECT_INDEXES = `
  SELECT ${buildDefinedNameSql('n.nspname', 'c.relname')} AS name, i.indisvalid AND i.indisready AS "isUsed"
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname NOT IN ('pg_catalog', 'pg_toast')`;

type NeededIndex = { name: string; remedy: string };

/**
 * Returns the indexes of the models. Strapi creates them with their tables, and does not check them
 * while the model is unchanged.
 */
const listModelIndexes = ({ strapi }: WithStrapi): NeededIndex[] =>
  strapi.db.schema.schema.tables.flatMap((table) =>
    table.indexes.map(({ name, columns, type }) => ({
      name,
      remedy:
        `Run: CREATE ${type === 'unique' ? 'UNIQUE ' : ''}INDEX CONCURRENTLY ${escapeIdentifier(name)} ` +
        `ON ${escapeIdentifier(table.name)} (${columns.map(escapeIdentifier).join(', ')})`,
    })),
  );

/**
 * Returns the indexes that features define. If one is missing after a start, the log contains the
 * reason.
 */
const listFeatureIndexes = (definitions: readonly Definition[]): NeededIndex[] =>
  definitions.flatMap((definition) => {
    if (definition.kind !== 'index') return [];
    const requirement =
      definition.needs === undefined ? '' : `, which needs ${definition.needs.join(', ')}`;
    return [
      {
        name: definition.name,
        remedy: `Start again once what the log says above is settled${requirement}`,
      },
    ];
  });

/**
 * Logs which indexes are missing or invalid: dropped manually, or left by an interrupted `CREATE
 * INDEX CONCURRENTLY` or restore. Everything works without them, but takes seconds instead of
 * milliseconds, and longer as tables grow.
 *
 * @returns their names
 */
export const checkIndexes = async (
  { strapi }: WithStrapi,
  definitions: readonly Definition[],
): Promise<readonly string[]> => {
  const { rows } = await sql({ strapi }, SELECT_INDEXES);
  const validIndexes = new Map(rows.map(({ name, isUsed }) => [String(name), isUsed === true]));
  const requiredIndexes = [...listModelIndexes({ strapi }), ...listFeatureIndexes(definitions)];
  const lacking = requiredIndexes.filter(
    ({ name }) => validIndexes.get(truncateName(name)) !== true,
  );
  for (const { name, remedy } of lacking) {
    strapi.log.warn(
      validIndexes.has(truncateName(name))
        ? `database: the index ${name} is invalid and unused. Run: REINDEX INDEX CONCURRENTLY ${quoteName(name)}`
        : `database: the index ${name} is missing, so its queries scan whole tables. ${remedy}`,
    );
  }
  return lacking.map(({ name }) => name);
};
