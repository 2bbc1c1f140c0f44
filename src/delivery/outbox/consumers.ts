import type { Knex } from 'knex';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { DependencyKey } from '../invalidation/keys';
import { isDatabaseUnavailable } from '#platform/database-unavailable';
import { createSqlRunner } from '#platform/strapi/pooled-sql';

/**
 * Values of a document that queries filter and sort by: scalars, and document IDs for relations.
 */
export type SelectionValues = Readonly<Record<string, unknown>>;

/** Change of one locale of a published document in one transaction. */
export type ContentChange = {
  /** Increases in the order in which a document's changes were committed. */
  id: string;
  at: Date;
  uid: string;
  /** `*` if the changed documents are unknown or too many to name. */
  documentId: string;
  /** Empty for types that are not localised. */
  locale: string;
  event: 'publish' | 'update' | 'unpublish';
  /** Null if the document was not published or its values are unknown. */
  before: SelectionValues | null;
  /** Null if the document is no longer published or its values are unknown. */
  after: SelectionValues | null;
  keys: readonly DependencyKey[];
};

/**
 * Consumes a batch of changes in their order. It runs in the transaction (`strapi.db.transaction`)
 * that deletes them, so it should only enqueue jobs and do nothing irreversible. If it throws,
 * every consumer receives the same changes again.
 */
export type ChangeConsumer = (changes: readonly ContentChange[]) => Promise<void>;

const NAME = 'change-consumers';

/** Returns the consumers by name. Features register in any order, so the first creates the map. */
const changeConsumersOf = ({ strapi }: WithStrapi): Map<string, ChangeConsumer> => {
  if (!strapi.has(NAME)) strapi.add(NAME, new Map<string, ChangeConsumer>());
  return strapi.get(NAME);
};

/** Registers a consumer for every change of published content. Call it in `register`. */
export const registerChangeConsumer = (
  { strapi }: WithStrapi,
  name: string,
  consume: ChangeConsumer,
): void => {
  const consumers = changeConsumersOf({ strapi });
  if (consumers.has(name)) throw new Error(`Two change consumers are named ${name}`);
  consumers.set(name, consume);
};

const BATCH_SIZE = 1_000;

/** Polling interval in milliseconds, for changes of dead nodes and rejected changes. */
const POLL_MS = 1_000;

/** Delay before a dispatch, in milliseconds. One transaction is announced in several messages. */
const DISPATCH_DELAY_MS = 5;

/** Milliseconds until the next attempt while another node dispatches. */
const RETRY_MS = 50;

type Row = Omit<ContentChange, 'at' | 'before' | 'after'> & {
  at: string;
  before: string | null;
  after: string | null;
};

const HAS_CHANGES = 'SELECT EXISTS (SELECT FROM delivery.changes) AS "isDue"';

/** One node dispatches at a time, so that no later change overtakes an earlier one. */
const TRY_LOCK = `SELECT pg_try_advisory_xact_lock(hashtext('delivery changes')) AS "isOurs"`;

/** A SELECT with a deleting CTE, because its deletions should not count as a write. */
const DELETE_BATCH = `
  WITH gone AS (
    DELETE FROM delivery.changes
    WHERE id IN (SELECT id FROM delivery.changes ORDER BY id LIMIT ${BATCH_SIZE}) RETURNING *)
  SELECT id::text, (extract(epoch FROM at) * 1000)::text AS at, uid, document_id AS "documentId", locale,
    event, before::text, after::text, keys
  FROM gone ORDER BY gone.id`;

const parseValues = (text: string | null): SelectionValues | null =>
  text === null ? null : (JSON.parse(text) as SelectionValues);

const changeIn = (row: Row): ContentChange => ({
  ...row,
  at: new Date(Number(row.at)),
  before: parseValues(row.before),
  after: parseValues(row.after),
});

/** Creates the dispatcher, which passes recorded changes to the consumers, each at least once. */
export const createDispatcher = ({ strapi }: WithStrapi) => {
  let isStopped = true;
  let isRequested = false;
  let running: Promise<void> | null = null;
  let wakeTimer: NodeJS.Timeout | undefined;
  let pollTimer: NodeJS.Timeout | undefined;

  const dispatchIn = (milliseconds: number): void => {
    if (isStopped || wakeTimer !== undefined) return;
    wakeTimer = setTimeout(() => {
      wakeTimer = undefined;
      begin();
    }, milliseconds);
    wakeTimer.unref();
  };

  /** @returns true if there may be more changes */
  const dispatchBatch = async (): Promise<boolean> =>
    await strapi.db.transaction(async ({ trx }) => {
      const sql = createSqlRunner(trx as Knex.Transaction);
      const [lock] = await sql<{ isOurs: boolean }>(TRY_LOCK);
      if (lock?.isOurs !== true) {
        dispatchIn(RETRY_MS);
        return false;
      }
      const changes = (await sql<Row>(DELETE_BATCH)).map(changeIn);
      if (changes.length === 0) return false;
      for (const consume of changeConsumersOf({ strapi }).values()) await consume(changes);
      return changes.length === BATCH_SIZE;
    });

  const isDue = async (): Promise<boolean> => {
    const [row] = await createSqlRunner(strapi.db.connection)<{ isDue: boolean }>(HAS_CHANGES);
    return row?.isDue === true;
  };

  const dispatchDue = async (): Promise<void> => {
    try {
      while (isRequested && !isStopped) {
        isRequested = false;
        if ((await isDue()) && (await dispatchBatch())) isRequested = true;
      }
    } catch (error) {
      // The connection monitor already logs that the database is unavailable.
      const level = isDatabaseUnavailable(error) ? 'debug' : 'error';
      strapi.log[level](
        `delivery: changes are kept to be handed on again: ${error instanceof Error ? error.message : String(error)}`,
      );
    } finally {
      running = null;
    }
  };

  const begin = (): void => {
    isRequested = true;
    if (!isStopped) running ??= dispatchDue();
  };

  return {
    start(): void {
      isStopped = false;
      pollTimer = setInterval(begin, POLL_MS);
      pollTimer.unref();
      begin();
    },

    wake: (): void => dispatchIn(DISPATCH_DELAY_MS),

    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(pollTimer);
      clearTimeout(wakeTimer);
      wakeTimer = undefined;
      await running;
    },
  };
};
