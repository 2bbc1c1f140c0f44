import { setTimeout as pause } from 'node:timers/promises';
import type { Core } from '@strapi/types';
import type { Definition } from '../../../database/installer';
import { localizedError } from '../../../http/localized-error';
import { inRunningTransaction, sql } from '../../../strapi/queries';
import { uploadErrors } from './errors';

type WithStrapi = { strapi: Core.Strapi };

export const STATES = 'uploads.files';

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
];

/** Longer than a file of gigabytes takes; a node may have died over it. */
export const LEASE_MINUTES = 10;

/** Remembers that files lie in the storage without private metadata. */
export const markStripped = async (
  { strapi }: WithStrapi,
  ids: readonly number[],
): Promise<void> => {
  await inRunningTransaction({ strapi }, (connection) =>
    sql(
      connection,
      `INSERT INTO ${STATES} (file_id, stripped_url) SELECT id, url FROM files WHERE id = ANY (?::int[])
       ON CONFLICT (file_id) DO UPDATE SET stripped_url = excluded.stripped_url`,
      [[...ids]],
    ),
  );
};

/** Leases a file to one writer. @returns what ends the lease; null while another writer has it */
export const leaseFile = async (
  { strapi }: WithStrapi,
  id: number,
): Promise<(() => Promise<void>) | null> => {
  const { rows } = await inRunningTransaction({ strapi }, (connection) =>
    sql(
      connection,
      `INSERT INTO ${STATES} AS s (file_id, leased_until)
       VALUES (?, clock_timestamp() + interval '${LEASE_MINUTES} minutes')
       ON CONFLICT (file_id) DO UPDATE SET leased_until = excluded.leased_until
       WHERE s.leased_until IS NULL OR s.leased_until < clock_timestamp()
       RETURNING leased_until::text AS until`,
      [id],
    ),
  );
  const [lease] = rows;
  if (lease === undefined) return null;
  return async () => {
    await inRunningTransaction({ strapi }, (connection) =>
      sql(
        connection,
        `UPDATE ${STATES} SET leased_until = NULL WHERE file_id = ? AND leased_until = ?::timestamptz`,
        [id, lease.until],
      ),
    );
  };
};

const WAIT_MS = 250;
const WAITS = 80;

/**
 * Replaces or deletes a file while nothing else writes it. Otherwise the job that rewrites stored files could put the
 * former content over the new one.
 *
 * @throws 503 where another writer has the file for longer than callers wait
 */
export const withLeasedFile = async <T>(
  { strapi }: WithStrapi,
  id: number,
  work: () => Promise<T>,
): Promise<T> => {
  for (let attempt = 0; attempt < WAITS; attempt += 1) {
    const release = await leaseFile({ strapi }, id);
    if (release !== null) {
      try {
        return await work();
      } finally {
        await release();
      }
    }
    await pause(WAIT_MS);
  }
  throw localizedError({ strapi }, uploadErrors.FILE_BUSY);
};
