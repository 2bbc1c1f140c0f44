import { setTimeout as pause } from 'node:timers/promises';
import type { WithStrapi } from '../../../../platform/with-strapi';
import type { Definition } from '../../../../platform/database/installer';
import { localizedError } from '../../../../platform/http/localized-error';
import { inRunningTransaction, sql } from '../../../../platform/strapi/queries';
import { uploadErrors } from './errors';
import { keepRenewed } from './renewed-lease';
import { renewAddresses } from './versioned-addresses';
import { collectWrites, noWrites, settleWrites, type Writes } from './writes-underway';

export const STATES = 'uploads.files';

/** Attempts at files that have not succeeded yet. */
export const ATTEMPTS = 'uploads.strip_attempts';

/**
 * Beside Strapi's table of files, whose changes are those of the pages that show a file: caches would evict all of them
 * for a note that pages do not show.
 */
export const fileStateDefinitions = (): readonly Definition[] => [
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

/** How long others wait for a writer that has died. */
const LEASE_SECONDS = 120;

const RENEWED_EVERY_SECONDS = 30;

const LEASE_END = `clock_timestamp() + interval '${LEASE_SECONDS} seconds'`;

/** Remembers that files lie in the storage without private metadata. */
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
  /** Aborted once another writer may have the file. */
  signal: AbortSignal;
  release: () => Promise<void>;
};

/** Leases a file to one writer for as long as it works. @returns null while another writer has it */
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
  let until: unknown = lease.until;
  /** Moves the end of the lease unless another writer has it. @returns whether it was still there */
  const moveEnd = async (end: string): Promise<boolean> => {
    const moved = await inRunningTransaction({ strapi }, (connection) =>
      sql(
        connection,
        `UPDATE ${STATES} SET leased_until = ${end} WHERE file_id = ? AND leased_until = ?::timestamptz
         RETURNING leased_until::text AS until`,
        [id, until],
      ),
    );
    until = moved.rows[0]?.until;
    return moved.rows.length > 0;
  };
  const { signal, end } = keepRenewed(() => moveEnd(LEASE_END), {
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
const WAITS = 80;

/** Whatever a writer has begun may have changed what lies at a file's addresses. */
const endFailedWrite = async (
  { strapi }: WithStrapi,
  { id, writes, lease }: { id: number; writes: Writes; lease: FileLease },
): Promise<void> => {
  try {
    await settleWrites(writes);
    if (writes.begun.length > 0) await renewAddresses({ strapi }, id);
  } finally {
    await lease.release();
  }
};

/**
 * Replaces or deletes a file while nothing else writes it. Otherwise the former content could be put over the new one:
 * by the job that rewrites stored files, or by a write that goes on when its request has failed.
 *
 * @throws 503 where another writer has the file for longer than callers wait
 */
export const withLeasedFile = async <T>(
  { strapi }: WithStrapi,
  id: number,
  work: () => Promise<T>,
): Promise<T> => {
  /** The lease ends by itself, and the hourly job looks at such files. */
  const warn = (error: unknown): void => {
    const reason = error instanceof Error ? error.message : 'unknown';
    strapi.log.warn(`uploads: the lease of file ${id} was not released: ${reason}`);
  };
  for (let attempt = 0; attempt < WAITS; attempt += 1) {
    const lease = await leaseFile({ strapi }, id);
    if (lease !== null) {
      const writes = noWrites();
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
  throw localizedError({ strapi }, uploadErrors.FILE_BUSY);
};

/** Ends the leases of writers that have died, and gives such files other addresses. */
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
