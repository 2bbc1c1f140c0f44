import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../../strapi/with-strapi';
import {
  type Definition,
  type IndexDefinition,
  buildDefinitionKey,
  quoteName,
  truncateName,
} from './definition';
import {
  forgetDefinition,
  type Present,
  readPresent,
  readRecorded,
  recordDefinitions,
  type InstallationRecord,
} from './store';

/**
 * Installs missing extensions where possible.
 *
 * @returns the names of the installed extensions
 */
const ensureExtensions = async (
  { strapi }: WithStrapi,
  trx: Knex.Transaction,
  definitions: readonly Definition[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await trx.raw<{ rows: { extname: string }[] }>(
    'SELECT extname FROM pg_extension',
  );
  const installedExtensions = new Set(rows.map(({ extname }) => extname));
  for (const definition of definitions) {
    if (definition.kind !== 'extension' || installedExtensions.has(definition.name)) continue;
    const { name, create, purpose } = definition;
    try {
      await trx.transaction((inner) => inner.raw(create));
      installedExtensions.add(name);
    } catch (error) {
      // Managed servers allow only certain extensions, or only administrators may install them.
      strapi.log.warn(
        `database: without the extension ${name} there is no ${purpose}. Have an administrator of the database ` +
          `run "${create}", and start again (${error instanceof Error ? error.message : String(error)})`,
      );
    }
  }
  return installedExtensions;
};

export type { Definition } from './definition';
export { checkIndexes } from './check-indexes';
export { readSearchedTables, createSearchIndex } from './search-index';
export { ROW_EVENTS, createStatementTrigger, type StatementEvent } from './definition';

/** Serializes nodes that start at the same time. */
const LOCK = 'definitions';

const UNIQUE_VIOLATION = '23505';
const STILL_NEEDED = '2BP01';

/** Later kinds depend on earlier ones. */
const order = ['extension', 'table', 'function', 'index', 'trigger'] as const;

type InstallableDefinition = Exclude<Definition, { kind: 'extension' | 'table' }>;

type Plan = 'leave' | 'take over' | 'make';

const computeDigest = ({ create }: Definition): string =>
  createHash('sha256').update(create).digest('hex');

const hasCode = (error: unknown, code: string): boolean =>
  (error as { code?: unknown } | null)?.code === code;

const callIn = (create: string): string => create.slice(create.indexOf('EXECUTE FUNCTION')).trim();

/**
 * Returns the action for a definition, by the existing object and the record of its installation.
 */
const choosePlan = (
  definition: InstallableDefinition,
  present: Present | undefined,
  recorded: InstallationRecord | undefined,
): Plan => {
  if (present === undefined) return 'make';
  if (recorded === undefined) {
    // Created by a release that kept no record. Replacing a trigger or an index would block
    // writers of its table. Objects of earlier releases with the same name are equal.
    if (definition.kind === 'index') return 'take over';
    if (definition.kind === 'function') return 'make';
    return callIn(definition.create) === present.call ? 'take over' : 'make';
  }
  if (recorded.digest !== computeDigest(definition)) return 'make';
  if (recorded.state === present.state) return 'leave';
  // Another process has replaced it. An index with the expected name is accepted, because it is
  // slow to build.
  return definition.kind === 'index' ? 'take over' : 'make';
};

const dropStatement = ({
  kind,
  table,
  name,
}: Omit<InstallationRecord, 'digest' | 'state'>): string => {
  switch (kind) {
    case 'function':
      return `DROP FUNCTION IF EXISTS ${name}`;
    case 'index':
      return `DROP INDEX IF EXISTS ${quoteName(name)}`;
    case 'trigger':
      return `DROP TRIGGER IF EXISTS ${escapeIdentifier(name)} ON ${quoteName(table)}`;
  }
};

/** Escapes a statement without bindings: knex would treat a question mark as a placeholder. */
const escapePlaceholders = (sql: string): string => sql.replaceAll('?', '\\?');

/** @returns whether the index is in force */
const makeIndex = async (
  trx: Knex.Transaction,
  { create, onDuplicates }: IndexDefinition,
): Promise<boolean> => {
  try {
    await trx.transaction((inner) => inner.raw(escapePlaceholders(create)));
    return true;
  } catch (error) {
    if (onDuplicates === undefined || !hasCode(error, UNIQUE_VIOLATION)) throw error;
    await onDuplicates(async (sql) => {
      const { rows } = await trx.raw<{ rows: Record<string, unknown>[] }>(sql);
      return rows;
    });
    return false;
  }
};

/** @returns whether the definition is in force */
const installDefinition = async (
  trx: Knex.Transaction,
  definition: InstallableDefinition,
  isThere: boolean,
): Promise<boolean> => {
  const { kind, name } = definition;
  if (isThere && kind !== 'function') {
    await trx.raw(dropStatement({ kind, name: truncateName(name), table: definition.table }));
  }
  if (kind === 'index') return makeIndex(trx, definition);
  await trx.raw(escapePlaceholders(definition.create));
  return true;
};

/**
 * Removes an object that no definition describes any more. If others still depend on it, a later
 * start removes it.
 */
const remove = async (
  { strapi }: WithStrapi,
  trx: Knex.Transaction,
  recorded: InstallationRecord,
): Promise<void> => {
  try {
    await trx.transaction((inner) => inner.raw(dropStatement(recorded)));
  } catch (error) {
    if (!hasCode(error, STILL_NEEDED)) throw error;
    strapi.log.warn(
      `database: ${recorded.kind} ${recorded.name} is no longer managed, but other objects use it`,
    );
    return;
  }
  await forgetDefinition(trx, recorded);
  strapi.log.info(
    `database: ${recorded.kind} ${recorded.name} is no longer needed and was removed`,
  );
};

type Options = {
  /**
   * Whether to remove objects without a definition. Only objects of this installer are ever
   * removed.
   */
  removes: boolean;
};

/**
 * Installs the database objects that features define beside Strapi's tables: extensions, tables,
 * functions, indexes and triggers. It compares before it changes anything, because other nodes are
 * running. Replacing a trigger blocks readers of its table, and waits for writers.
 *
 * A table records the installed objects with their fingerprints. Changes by an older release or by
 * hand are therefore detected.
 */
export const installDefinitions = async (
  { strapi }: WithStrapi,
  definitions: readonly Definition[],
  { removes }: Options,
): Promise<void> => {
  const sorted = definitions.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));

  await strapi.db.connection.transaction(async (trx) => {
    await trx.raw(`SELECT pg_advisory_xact_lock(hashtext('${LOCK}'))`);
    const recorded = await readRecorded(trx);
    const present = await readPresent(trx);
    const extensions = await ensureExtensions({ strapi }, trx, definitions);
    const settled: InstallableDefinition[] = [];

    for (const definition of sorted) {
      if (definition.kind === 'extension') continue;
      if (!(definition.needs ?? []).every((name) => extensions.has(name))) continue;
      const key = buildDefinitionKey(definition);
      if (definition.kind === 'table') {
        if (!present.has(key)) await trx.raw(escapePlaceholders(definition.create));
        continue;
      }
      const plan = choosePlan(definition, present.get(key), recorded.get(key));
      if (plan === 'leave') continue;
      if (plan === 'take over' || (await installDefinition(trx, definition, present.has(key)))) {
        settled.push(definition);
      }
    }

    if (settled.length > 0) {
      const now = await readPresent(trx);
      await recordDefinitions(
        trx,
        settled.map((definition) => {
          const installed = now.get(buildDefinitionKey(definition));
          if (installed === undefined)
            throw new Error(`${buildDefinitionKey(definition)} created another object`);
          const { name, table, state } = installed;
          return { kind: definition.kind, name, table, state, digest: computeDigest(definition) };
        }),
      );
    }

    if (!removes) return;
    const definedKeys = new Set(definitions.map(buildDefinitionKey));
    const superfluous = [...recorded]
      .filter(([key]) => !definedKeys.has(key))
      .map(([, definition]) => definition)
      .toSorted((a, b) => order.indexOf(b.kind) - order.indexOf(a.kind));
    for (const definition of superfluous) await remove({ strapi }, trx, definition);
  });
};
