import { setTimeout as pause } from 'node:timers/promises';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Definition } from '#platform/database/installer';
import { createLocalizedError } from '#platform/http/localized-error';
import { inRunningTransaction, sql } from '#platform/strapi/queries';
import { uploadErrors } from './errors';
import { renewLease } from './renewed-lease';
import { renewAddresses } from './versioned-addresses';
import { collectWrites, createWrites, waitForWrites, type Writes } from './bucket-writes';

export const STATES = 'uploads.files';

/** Table of attempts to strip files that have not succeeded yet. */
export const ATTEMPTS = 'uploads.strip_attempts';

/**
 * Returns the tables of file states. They are separate from Strapi's table of files, because
 * changes there evict the cached pages that show a file.
 */
export const createFileStateDefinitions = (): readonly Definition[] => [
  {
    kind: 'table',
    name: STATES,
    create: `
      CREATE SCHEMA IF NOT EXISTS uploads;
      CREATE TABLE ${STATES} (
        file_id integer PRIMARY KEY,
        -- The address under which a file lies without private metadata; it is another one once the file is replaced.
        stripped_url text,
        leased_until timestamptz
      )`,
  },
  {
    kind: 'table',
    name: ATTEMPTS,
    create: `
      CREATE TABLE ${ATTEMPTS} (
        file_id integer PRIMARY KEY,
        -- The address that was tried; a replacement has another one, and attempts of its own.
        url text NOT NULL,
        attempts integer NOT NULL
      )`,
  },
];

/** Seconds that others wait for a writer that has died. */
const LEASE_SECONDS = 120;

const RENEWED_EVERY_SECONDS = 30;

const LEASE_END = `clock_timestamp() + interval '${LEASE_SECONDS} seconds'`;

/** Stores that files have no private metadata in the storage. */
export const markStripped = async (
  { strapi }: WithStrapi,
  ids: readonly number[],
): Promise<void> => {
  await inRunningTransaction({ strapi }, async (connection) => {
    await sql(
      connection,
      `INSERT INTO ${STATES} (file_id, stripped_url) SELECT id, url FROM files WHERE id = ANY (?::int[])
       ON CONFLICT (file_id) DO UPDATE SET stripped_url = excluded.stripped_url`,
      [[...ids]],
    );
    await sql(connection, `DELETE FROM ${ATTEMPTS} WHERE file_id = ANY (?::int[])`, [[...ids]]);
  });
};

export type FileLease = {
  /** Aborted when another writer may have the file. */
  signal: AbortSignal;
  release: () => Promise<void>;
};

/** Leases a file to one writer while it works. @returns null if another writer has it */
export const leaseFile = async ({ strapi }: WithStrapi, id: number): Promise<FileLease | null> => {
  const { rows } = await inRunningTransaction({ strapi }, (connection) =>
    sql(
      connection,
      `INSERT INTO ${STATES} AS s (file_id, leased_until)
       VALUES (?, ${LEASE_END})
       ON CONFLICT (file_id) DO UPDATE SET leased_until = excluded.leased_until
       WHERE s.leased_until IS NULL OR s.leased_until < clock_timestamp()
       RETURNING leased_until::text AS until`,
      [id],
    ),
  );
  const [lease] = rows;
  if (lease === undefined) return null;
  let leaseEnd: unknown = lease.until;
  /**
   * Moves the end of the lease unless another writer has it. @returns whether the lease was still
   * valid
   */
  const moveEnd = async (end: string): Promise<boolean> => {
    const moved = await inRunningTransaction({ strapi }, (connection) =>
      sql(
        connection,
        `UPDATE ${STATES} SET leased_until = ${end} WHERE file_id = ? AND leased_until = ?::timestamptz
         RETURNING leased_until::text AS until`,
        [id, leaseEnd],
      ),
    );
    leaseEnd = moved.rows[0]?.until;
    return moved.rows.length > 0;
  };
  const { signal, end } = renewLease(() => moveEnd(LEASE_END), {
    lastsMs: LEASE_SECONDS * 1000,
    everyMs: RENEWED_EVERY_SECONDS * 1000,
  });
  return {
    signal,
    release: async () => {
      await end();
      if (!signal.aborted) await moveEnd('NULL');
    },
  };
};

const WAIT_MS = 250;
const MAX_ATTEMPTS = 80;

/**
 * Renews the URLs of a file after a failed write, because any write that has started may have
 * changed its content.
 */
const endFailedWrite = async (
  { strapi }: WithStrapi,
  { id, writes, lease }: { id: number; writes: Writes; lease: FileLease },
): Promise<void> => {
  try {
    await waitForWrites(writes);
    if (writes.begun.length > 0) await renewAddresses({ strapi }, id);
  } finally {
    await lease.release();
  }
};

/**
 * Replaces or deletes a file while nothing else writes it. Otherwise the job that rewrites stored
 * files, or a write that continues after its failed request, could overwrite new content with old.
 *
 * @throws 503 if another writer has the file for too long
 */
export const withLeasedFile = async <T>(
  { strapi }: WithStrapi,
  id: number,
  work: () => Promise<T>,
): Promise<T> => {
  /**
   * Logs the error. The lease expires by itself, and the hourly job renews the URLs of such files.
   */
  const warn = (error: unknown): void => {
    const reason = error instanceof Error ? error.message : 'unknown';
    strapi.log.warn(`uploads: the lease of file ${id} was not released: ${reason}`);
  };
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const lease = await leaseFile({ strapi }, id);
    if (lease !== null) {
      const writes = createWrites();
      try {
        const result = await collectWrites(writes, work);
        await lease.release().catch(warn);
        return result;
      } catch (error) {
        void endFailedWrite({ strapi }, { id, writes, lease }).catch(warn);
        throw error;
      }
    }
    await pause(WAIT_MS);
  }
  throw createLocalizedError({ strapi }, uploadErrors.FILE_BUSY);
};

/** Ends the leases of writers that have died, and renews the URLs of their files. */
export const endInterruptedWrites = async ({ strapi }: WithStrapi): Promise<void> => {
  const { rows } = await sql(
    { strapi },
    `SELECT file_id FROM ${STATES} WHERE leased_until < clock_timestamp()`,
  );
  for (const { file_id: id } of rows as { file_id: number }[]) {
    const lease = await leaseFile({ strapi }, id);
    if (lease === null) continue;
    await renewAddresses({ strapi }, id).finally(lease.release);
  }
};
