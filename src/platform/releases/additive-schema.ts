import type { Core } from '@strapi/types';
import type { WithStrapi } from '../strapi/with-strapi';
import { StartRefused } from './start-refused';
import type { RunSql } from '../strapi/pooled-sql';

type SchemaDiff = Core.Strapi['db']['schema']['schemaDiff'];
type DiffContext = Parameters<SchemaDiff['diff']>[0];
type Diff = Awaited<ReturnType<SchemaDiff['diff']>>;
type UpdatedTable = Diff['diff']['tables']['updated'][number];

/**
 * Changes of a column's type that keep every value. PostgreSQL would also run others and truncate
 * or round silently: a cast to varchar(255) cuts.
 */
const widenings: Readonly<Record<string, readonly string[]>> = {
  string: ['text'],
  integer: ['bigInteger', 'double'],
  date: ['datetime'],
  time: ['datetime'],
};

const computeDiffStatus = (parts: readonly (readonly unknown[])[]): Diff['status'] =>
  parts.some((part) => part.length > 0) ? 'CHANGED' : 'UNCHANGED';

/** Returns a table's changes without removals and, for an older release, without alterations. */
const pickAdditiveChanges = (
  { name, columns, indexes, foreignKeys }: UpdatedTable,
  { isBehind }: { isBehind: boolean },
): UpdatedTable => ({
  name,
  columns: { ...columns, removed: [], updated: isBehind ? [] : columns.updated },
  // Existing indexes are kept: the builder would create a changed one again without dropping the
  // first, and fail. A changed index needs a new name.
  indexes: { ...indexes, removed: [], updated: [] },
  // Strapi drops these whatever `forceMigration` says.
  foreignKeys: { ...foreignKeys, removed: [], updated: isBehind ? [] : foreignKeys.updated },
});

/**
 * Limits Strapi's schema synchronization to additions. Unknown tables, columns, indexes and foreign
 * keys are kept, and a column's type changes only if every value is preserved. A release that is
 * older than the tables alters nothing. See `@strapi/database`, `schema/diff` and `schema/builder`.
 *
 * @throws StartRefused from the synchronization, where a type change could damage values
 */
export const keepSchemaAdditive = (
  { strapi }: WithStrapi,
  { isBehind, sql }: { isBehind: () => boolean; sql: RunSql },
): void => {
  const { db } = strapi;
  const { schemaDiff } = db.schema;
  const diff = schemaDiff.diff.bind(schemaDiff);
  const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

  const refuseLossyChanges = async (
    table: UpdatedTable,
    { databaseSchema }: DiffContext,
  ): Promise<void> => {
    const before = databaseSchema.tables.find(({ name }) => name === table.name);
    for (const { name, object } of table.columns.updated) {
      const held = before?.columns.find((column) => column.name === name)?.type;
      const columnType = String(db.dialect.getSqlType(object.type));
      if (held === undefined || held === columnType || columnType === 'increments') continue;
      if (widenings[held]?.includes(columnType) === true) continue;
      const [check] = await sql<{ filled: boolean }>(
        `SELECT EXISTS (SELECT FROM ${quote(table.name)} WHERE ${quote(name)} IS NOT NULL) AS filled`,
      );
      if (check?.filled === false) continue;
      throw new StartRefused(
        `The column ${table.name}.${name} holds values of type ${held}, which this release wants as ` +
          `${columnType}: nothing was changed. Give the new type a field of its own, copy the values, and ` +
          `remove the old field in a later release.`,
      );
    }
  };

  schemaDiff.diff = async (context) => {
    const { tables } = (await diff(context)).diff;
    const updated = tables.updated
      .map((table) => pickAdditiveChanges(table, { isBehind: isBehind() }))
      .filter(
        ({ columns, indexes, foreignKeys }) =>
          computeDiffStatus([
            columns.added,
            columns.updated,
            indexes.added,
            foreignKeys.added,
            foreignKeys.updated,
          ]) === 'CHANGED',
      );
    for (const table of updated) await refuseLossyChanges(table, context);
    return {
      status: computeDiffStatus([tables.added, updated]),
      diff: { tables: { ...tables, updated, removed: [] } },
    };
  };

  // After a schema change Strapi deletes the links from files or dynamic zones to unknown models.
  // To an older release these are the links of a newer one.
  db.repair.removeOrphanMorphType = () => Promise.resolve();
};
