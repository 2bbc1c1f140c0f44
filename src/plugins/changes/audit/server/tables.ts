import type { Definition } from '#platform/database/installer';
import { KEPT_AT_LEAST_DAYS, auditSettings } from '../settings';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getJobs } from '#platform/jobs';
import { sql } from '#platform/strapi/queries';

export const ENTRIES = 'audit.entries';

/** Setting of the retention transaction, the only one that may delete entries. */
const RETENTION = 'audit.retention';

/**
 * Returns the audit table, which Strapi's content manager, query engine and tokens do not know. It
 * is append-only: the database refuses updates and all deletions except those of retention. Even
 * retention cannot delete entries younger than the minimum, whatever the settings say.
 */
export const createAuditDefinitions = (): readonly Definition[] => [
  {
    kind: 'table',
    name: ENTRIES,
    create: `
      CREATE SCHEMA IF NOT EXISTS audit;
      CREATE TABLE ${ENTRIES} (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        actor_kind text NOT NULL,
        actor_id text,
        actor_name text,
        action text NOT NULL,
        target_type text,
        target_id text,
        target_name text,
        ip text,
        request_id text,
        details jsonb NOT NULL DEFAULT '{}'
      );
      CREATE INDEX ON ${ENTRIES} (at);
      CREATE INDEX ON ${ENTRIES} (action, id DESC)`,
  },
  {
    kind: 'function',
    name: 'audit_append_only()',
    create: `
      CREATE OR REPLACE FUNCTION audit_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'DELETE' AND current_setting('${RETENTION}', true) = 'on'
          AND OLD.at < now() - interval '${KEPT_AT_LEAST_DAYS} days' THEN
          RETURN OLD;
        END IF;
        RAISE EXCEPTION 'audit.entries is append-only: % is refused', TG_OP
          USING ERRCODE = 'insufficient_privilege';
      END $$`,
  },
  {
    kind: 'trigger',
    name: 'audit_entries_rows',
    table: ENTRIES,
    create: `
      CREATE TRIGGER audit_entries_rows BEFORE UPDATE OR DELETE ON ${ENTRIES}
      FOR EACH ROW EXECUTE FUNCTION audit_append_only()`,
  },
  {
    kind: 'trigger',
    name: 'audit_entries_whole',
    table: ENTRIES,
    create: `
      CREATE TRIGGER audit_entries_whole BEFORE TRUNCATE ON ${ENTRIES}
      FOR EACH STATEMENT EXECUTE FUNCTION audit_append_only()`,
  },
];

const PRUNE_JOB = 'audit.prune';

/** Runs at a quiet hour. */
const EVERY_NIGHT = '53 3 * * *';

/** Number of entries deleted by one statement, so that locks are short. */
const BATCH = 5_000;

const removeBatch = async ({ strapi }: WithStrapi, days: number): Promise<number> =>
  await strapi.db.transaction(async ({ trx }) => {
    await sql({ strapi, trx }, `SELECT set_config('${RETENTION}', 'on', true)`);
    const { rowCount } = await sql(
      { strapi, trx },
      `DELETE FROM ${ENTRIES} WHERE id IN (
         SELECT id FROM ${ENTRIES} WHERE at < now() - :days * interval '1 day'
         ORDER BY at LIMIT ${BATCH})`,
      { days },
    );
    return rowCount;
  });

/** Defines the nightly job that deletes entries older than the setting. Call it in `register`. */
export const definePruneJob = ({ strapi }: WithStrapi): void => {
  const jobs = getJobs({ strapi });
  jobs.define(
    PRUNE_JOB,
    async ({ signal }) => {
      const { keepDays } = auditSettings.of({ strapi });
      for (let removed = BATCH; removed === BATCH && !signal.aborted;) {
        removed = await removeBatch({ strapi }, keepDays);
      }
    },
    { concurrency: 1, expireInSeconds: 600 },
  );
  jobs.schedule(PRUNE_JOB, EVERY_NIGHT);
};
