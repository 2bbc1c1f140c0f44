import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../../with-strapi';
import { sql } from '../../strapi/queries';
import { storedName, type Definition } from './definition';

/** What reading stays quick with, and why it may not be there. */
const IN_FORCE = `
  SELECT c.relname AS name, i.indisvalid AND i.indisready AS "isUsed"
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE c.relnamespace = current_schema()::regnamespace`;

type Wanted = { name: string; remedy: string };

/** Those of the models: Strapi makes them with their tables, and does not look at them again as long as the model stays. */
const indexesOfModels = ({ strapi }: WithStrapi): Wanted[] =>
  strapi.db.schema.schema.tables.flatMap((table) =>
    table.indexes.map(({ name, columns, type }) => ({
      name,
      remedy:
        `Run: CREATE ${type === 'unique' ? 'UNIQUE ' : ''}INDEX CONCURRENTLY ${escapeIdentifier(name)} ` +
        `ON ${escapeIdentifier(table.name)} (${columns.map(escapeIdentifier).join(', ')})`,
    })),
  );

/** Those that this service makes beside them: where one is missing after a start, the log has said why. */
const indexesOfFeatures = (definitions: readonly Definition[]): Wanted[] =>
  definitions.flatMap((one) => {
    if (one.kind !== 'index') return [];
    const needed = one.needs === undefined ? '' : `, which needs ${one.needs.join(', ')}`;
    return [
      { name: one.name, remedy: `Start again once what the log says above is settled${needed}` },
    ];
  });

/**
 * Says in the log which indexes are missing, or there and of no use: dropped by hand, left behind by a
 * `CREATE INDEX CONCURRENTLY` or a restore that was broken off. Everything works without them, and takes seconds where
 * it took milliseconds, the more so the longer the tables grow.
 *
 * @returns their names
 */
export const checkIndexes = async (
  { strapi }: WithStrapi,
  definitions: readonly Definition[],
): Promise<readonly string[]> => {
  const { rows } = await sql({ strapi }, IN_FORCE);
  const known = new Map(rows.map(({ name, isUsed }) => [String(name), isUsed === true]));
  const wanted = [...indexesOfModels({ strapi }), ...indexesOfFeatures(definitions)];
  const lacking = wanted.filter(({ name }) => known.get(storedName(name)) !== true);
  for (const { name, remedy } of lacking) {
    strapi.log.warn(
      known.has(storedName(name))
        ? `database: the index ${name} is broken and of no use. Run: REINDEX INDEX CONCURRENTLY ${escapeIdentifier(name)}`
        : `database: the index ${name} is missing, and what needs it reads whole tables. ${remedy}`,
    );
  }
  return lacking.map(({ name }) => name);
};
