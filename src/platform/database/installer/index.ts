import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../../with-strapi';
import { keyOf, storedName, type Definition, type IndexDefinition } from './definition';
import { ensureExtensions } from './extensions';
import { forget, readPresent, readRecorded, record, type Present, type Recorded } from './store';

export type { Definition } from './definition';
export { checkIndexes } from './check-indexes';
export { searchedTables, searchIndex } from './search-index';
export { ROW_EVENTS, statementTrigger, type StatementEvent } from './statement-trigger';

/** Nodes that start together would trip over each other. */
const LOCK = 'definitions';

const UNIQUE_VIOLATION = '23505';
const STILL_NEEDED = '2BP01';

/** What comes first is needed by what follows. */
const order = ['extension', 'table', 'function', 'index', 'trigger'] as const;

type Installed = Exclude<Definition, { kind: 'extension' | 'table' }>;

type Plan = 'leave' | 'take over' | 'make';

const digestOf = ({ create }: Definition): string =>
  createHash('sha256').update(create).digest('hex');

const hasCode = (error: unknown, code: string): boolean =>
  (error as { code?: unknown } | null)?.code === code;

const callIn = (create: string): string => create.slice(create.indexOf('EXECUTE FUNCTION')).trim();

/** What is to be done for a definition, given what is there and what is known of it. */
const planFor = (
  definition: Installed,
  present: Present | undefined,
  recorded: Recorded | undefined,
): Plan => {
  if (present === undefined) return 'make';
  if (recorded === undefined) {
    // Made by a release that kept no record. To replace a trigger or an index would stall those who write
    // to its table; what a release before calls the same is the same.
    if (definition.kind === 'index') return 'take over';
    if (definition.kind === 'function') return 'make';
    return callIn(definition.create) === present.call ? 'take over' : 'make';
  }
  if (recorded.digest !== digestOf(definition)) return 'make';
  if (recorded.state === present.state) return 'leave';
  // Something else has replaced it. An index is worth no more than its name says; it is slow to build.
  return definition.kind === 'index' ? 'take over' : 'make';
};

const dropStatement = ({ kind, table, name }: Omit<Recorded, 'digest' | 'state'>): string => {
  switch (kind) {
    case 'function':
      return `DROP FUNCTION IF EXISTS ${name}`;
    case 'index':
      return `DROP INDEX IF EXISTS ${escapeIdentifier(name)}`;
    case 'trigger':
      return `DROP TRIGGER IF EXISTS ${escapeIdentifier(name)} ON ${table.split('.').map(escapeIdentifier).join('.')}`;
  }
};

/** A statement without bindings: knex would take a question mark for the place of one. */
const verbatim = (sql: string): string => sql.replaceAll('?', '\\?');

/** @returns whether it is in force */
const makeIndex = async (
  trx: Knex.Transaction,
  { create, onDuplicates }: IndexDefinition,
): Promise<boolean> => {
  try {
    await trx.transaction((inner) => inner.raw(verbatim(create)));
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

/** @returns whether it is in force */
const make = async (
  trx: Knex.Transaction,
  definition: Installed,
  isThere: boolean,
): Promise<boolean> => {
  const { kind, name } = definition;
  if (isThere && kind !== 'function') {
    await trx.raw(dropStatement({ kind, name: storedName(name), table: definition.table }));
  }
  if (kind === 'index') return makeIndex(trx, definition);
  await trx.raw(verbatim(definition.create));
  return true;
};

/** Takes out what nobody hands in any more; what something else still needs stays until a later start. */
const remove = async (
  { strapi }: WithStrapi,
  trx: Knex.Transaction,
  recorded: Recorded,
): Promise<void> => {
  try {
    await trx.transaction((inner) => inner.raw(dropStatement(recorded)));
  } catch (error) {
    if (!hasCode(error, STILL_NEEDED)) throw error;
    strapi.log.warn(`database: ${recorded.kind} ${recorded.name} is not ours any more, but in use`);
    return;
  }
  await forget(trx, recorded);
  strapi.log.info(`database: ${recorded.kind} ${recorded.name} is not needed any more and gone`);
};

type Options = {
  /** Whether what is no longer handed in goes. Only what this installer has made or taken over ever does. */
  removes: boolean;
};

/**
 * Brings the database in line with what the features define beside Strapi's tables: extensions, tables of their own,
 * functions, indexes and triggers. It looks before it changes anything, because other nodes are running:
 * replacing a trigger keeps every reader of its table waiting, and is kept waiting by every writer.
 *
 * A table in the database says what it has installed and how the database showed it then, so that it also
 * notices what an older release, or somebody by hand, has replaced.
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
    const settled: Installed[] = [];

    for (const definition of sorted) {
      if (definition.kind === 'extension') continue;
      if (!(definition.needs ?? []).every((name) => extensions.has(name))) continue;
      const key = keyOf(definition);
      if (definition.kind === 'table') {
        if (!present.has(key)) await trx.raw(verbatim(definition.create));
        continue;
      }
      const plan = planFor(definition, present.get(key), recorded.get(key));
      if (plan === 'leave') continue;
      if (plan === 'take over' || (await make(trx, definition, present.has(key)))) {
        settled.push(definition);
      }
    }

    if (settled.length > 0) {
      const now = await readPresent(trx);
      await record(
        trx,
        settled.map((definition) => {
          const found = now.get(keyOf(definition));
          if (found === undefined) throw new Error(`${keyOf(definition)} makes something else`);
          const { name, table, state } = found;
          return { kind: definition.kind, name, table, state, digest: digestOf(definition) };
        }),
      );
    }

    if (!removes) return;
    const wanted = new Set(definitions.map(keyOf));
    const superfluous = [...recorded]
      .filter(([key]) => !wanted.has(key))
      .map(([, one]) => one)
      .toSorted((a, b) => order.indexOf(b.kind) - order.indexOf(a.kind));
    for (const one of superfluous) await remove({ strapi }, trx, one);
  });
};
