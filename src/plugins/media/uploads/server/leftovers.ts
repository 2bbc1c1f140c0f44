import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable } from 'node:stream';
import { Semaphore } from 'async-mutex';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Definition } from '#platform/database/installer';
import { getJobs } from '#platform/jobs';
import { sql, runSqlInTransaction, getTable } from '#platform/strapi/queries';
import {
  deleteStored,
  extendUploadProvider,
  type ProviderFile,
  type RemovedFile,
} from '#platform/strapi/upload-services';
import { endInterruptedWrites } from './file-states';
import { collectWrites, noteWrite, createWrites, waitForWrites } from './bucket-writes';

const JOB = 'uploads.leftovers';

const EVERY_HOUR = '23 * * * *';

const LEFTOVERS = 'uploads.leftovers';

/** Time that exceeds every upload; a name without a row then belongs to a process that has died. */
const LONGEST_UPLOAD = '6 hours';

/** Number of names that one query reads. */
const BATCH = 100;

/**
 * Returns the table of names of stored files. A name is stored before its file, and deleted when a
 * row of the media library contains it. It is stored again when that row is deleted.
 */
export const createLeftoverDefinitions = (): readonly Definition[] => [
  {
    kind: 'table',
    name: LEFTOVERS,
    create: `
      CREATE SCHEMA IF NOT EXISTS uploads;
      CREATE TABLE ${LEFTOVERS} (
        hash text NOT NULL,
        ext text NOT NULL,
        path text NOT NULL,
        -- From then on it is deleted from the storage, unless the media library has it.
        due timestamptz NOT NULL,
        PRIMARY KEY (hash, ext, path)
      )`,
  },
];

/** Hashes of the files that the current request stores. */
const current = new AsyncLocalStorage<Set<string>>();

/** @param wait time after which the name is due, as an interval of PostgreSQL */
const noteName = async (
  { strapi }: WithStrapi,
  { hash, ext, path }: ProviderFile,
  wait: string,
): Promise<void> => {
  await runSqlInTransaction(
    { strapi },
    `INSERT INTO ${LEFTOVERS} (hash, ext, path, due)
     VALUES (?, ?, ?, clock_timestamp() + CAST(? AS interval))
     ON CONFLICT (hash, ext, path) DO UPDATE SET due = excluded.due`,
    [hash, ext ?? '', path ?? '', wait],
  );
};

/**
 * Records the names of files that requests store. Call it after the upload plugin has created its
 * provider and others have changed it.
 */
export const noteStoredFiles = ({ strapi }: WithStrapi): void => {
  const createRecordingStore =
    (store: (file: ProviderFile) => Promise<unknown>) =>
    (file: ProviderFile & { stream?: Readable }): Promise<void> => {
      // When another size fails, the plugin removes its temporary folder, perhaps before this
      // stream is opened. Without a listener the error would end the process.
      file.stream?.on('error', () => undefined);
      const storeNoted = async (): Promise<void> => {
        const hashes = current.getStore();
        if (hashes !== undefined) {
          hashes.add(file.hash);
          await noteName({ strapi }, file, LONGEST_UPLOAD);
        }
        await store(file);
      };
      return noteWrite(storeNoted());
    };
  extendUploadProvider({ strapi }, ({ upload, uploadStream, replace, replaceStream }) => ({
    upload: createRecordingStore(upload),
    uploadStream: createRecordingStore(uploadStream),
    // Replacements use names of files that the media library has.
    ...(replace && { replace: (...files) => noteWrite(replace(...files)) }),
    ...(replaceStream && { replaceStream: (...files) => noteWrite(replaceStream(...files)) }),
  }));
};

const forgetNames = ({ strapi }: WithStrapi, hashes: readonly string[]): Promise<unknown> =>
  sql({ strapi }, `DELETE FROM ${LEFTOVERS} WHERE hash = ANY (?::text[])`, [[...hashes]]);

/**
 * Deletes the rows of a failed request, including those of files before the failed one, and starts
 * the job that deletes the stored files.
 */
const deleteFailedUpload = async (
  { strapi }: WithStrapi,
  hashes: readonly string[],
): Promise<void> => {
  if (hashes.length === 0) return;
  await getTable({ strapi }, 'plugin::upload.file').deleteMany({
    where: { hash: { $in: [...hashes] } },
  });
  await sql(
    { strapi },
    `UPDATE ${LEFTOVERS} SET due = clock_timestamp() WHERE hash = ANY (?::text[])`,
    [[...hashes]],
  );
  await getJobs({ strapi }).enqueue(JOB, {});
};

/**
 * Runs a request that stores new files. If it fails, a job deletes the stored files. The upload
 * plugin stores a picture and its sizes in parallel before it writes their row, and leaves them
 * behind after a failure (`@strapi/upload` 5.54). The response does not wait for the deletion,
 * which may take long if the storage has just failed.
 */
export const withoutLeftovers = async <T>(
  { strapi }: WithStrapi,
  request: () => Promise<T>,
): Promise<T> => {
  const hashes = new Set<string>();
  const writes = createWrites();
  const warn = (error: unknown): void => {
    const reason = error instanceof Error ? error.message : 'unknown';
    const names = [...hashes].join(', ');
    strapi.log.warn(`uploads: leftover files of an upload (${names}) are checked later: ${reason}`);
  };
  try {
    const result = await current.run(hashes, () => collectWrites(writes, request));
    await forgetNames({ strapi }, [...hashes]).catch(warn);
    return result;
  } catch (error) {
    // Sizes of a picture are stored in parallel; after one has failed, others are still being
    // written.
    void waitForWrites(writes)
      .then(() => deleteFailedUpload({ strapi }, [...hashes]))
      .catch(warn);
    throw error;
  }
};

const warnOf = ({ strapi }: WithStrapi, subject: string, error: unknown): void => {
  const reason = error instanceof Error ? error.message : 'unknown';
  strapi.log.warn(`uploads: ${subject} not deleted yet: ${reason}`);
};

type LockedRow = { provider: string; hash: string; ext: string | null; formats: string | null };

/** Locks the row of a file until the transaction ends. @returns its stored files, with all sizes */
const lockParts = async ({ strapi }: WithStrapi, id: number): Promise<ProviderFile[]> => {
  const { rows } = await runSqlInTransaction(
    { strapi },
    'SELECT provider, hash, ext, formats FROM files WHERE id = ? FOR UPDATE',
    [id],
  );
  const [row] = rows as LockedRow[];
  if (row?.provider !== strapi.config.get<string>('plugin::upload.provider')) return [];
  // Strapi configures the driver to return JSON as text.
  const sizes = JSON.parse(row.formats ?? '{}') as Record<string, ProviderFile> | null;
  return [{ hash: row.hash, ext: row.ext }, ...Object.values(sizes ?? {})];
};

/**
 * Maximum number of rows that are deleted at once. The upload plugin deletes all files of a folder
 * at once. Their transactions would take every connection of the pool.
 */
const DELETED_AT_ONCE = 4;

const rowDeletions = new Semaphore(DELETED_AT_ONCE);

/**
 * Deletes the row of a file, and then the stored files. Checks of its use run in the transaction of
 * the row. It waits for running writes that refer to the file, and later ones wait for it. A stored
 * file that cannot be deleted now is left to the hourly job.
 *
 * @param remove deletes the row
 */
export const deleteFile = async <T>(
  { strapi }: WithStrapi,
  file: RemovedFile,
  remove: (file: RemovedFile) => Promise<T>,
): Promise<T> => {
  const deleteRow = () =>
    strapi.db.transaction(async () => {
      const lockedParts = await lockParts({ strapi }, file.id);
      for (const part of lockedParts) await noteName({ strapi }, part, '0');
      // Without a provider the upload plugin leaves the stored files alone.
      return { parts: lockedParts, removed: await remove({ ...file, provider: '' }) };
    });
  const { parts, removed } = await rowDeletions.runExclusive(deleteRow);
  try {
    const deletions = await Promise.allSettled(parts.map((part) => deleteStored({ strapi }, part)));
    for (const deletion of deletions) if (deletion.status === 'rejected') throw deletion.reason;
    await forgetNames(
      { strapi },
      parts.map(({ hash }) => hash),
    );
  } catch (error) {
    warnOf({ strapi }, `file ${file.id} or a size of it is`, error);
  }
  return removed;
};

/**
 * Selects the names that are due, and whether the media library has them as a file or as a size of
 * a picture.
 */
const SELECT_DUE = `
  SELECT l.hash, l.ext, l.path, EXISTS (
    SELECT FROM files f
    WHERE f.hash = l.hash OR position(to_json(l.hash)::text IN f.formats::text) > 0
  ) AS "isKept"
  FROM ${LEFTOVERS} l WHERE l.due <= clock_timestamp() ORDER BY l.due LIMIT ${BATCH}`;

/** A file that cannot be deleted is tried again after the others. */
const POSTPONE = `
  UPDATE ${LEFTOVERS} SET due = clock_timestamp() + interval '1 hour'
  WHERE hash = ? AND ext = ? AND path = ?`;

/** Number of failures in a row that mean that the storage is unavailable. */
const MAX_SUCCESSIVE_FAILURES = 3;

const DELETE_LEFTOVER = `DELETE FROM ${LEFTOVERS} WHERE hash = ? AND ext = ? AND path = ?`;

type Due = { hash: string; ext: string; path: string; isKept: boolean };

const deleteLeftovers = async ({ strapi }: WithStrapi, signal: AbortSignal): Promise<void> => {
  let failuresInARow = 0;
  for (;;) {
    const { rows } = await sql({ strapi }, SELECT_DUE);
    if (rows.length === 0) return;
    for (const { hash, ext, path, isKept } of rows as Due[]) {
      signal.throwIfAborted();
      try {
        if (!isKept) {
          await deleteStored({ strapi }, { hash, ext, path });
          failuresInARow = 0;
        }
      } catch (error) {
        await sql({ strapi }, POSTPONE, [hash, ext, path]);
        failuresInARow += 1;
        if (failuresInARow >= MAX_SUCCESSIVE_FAILURES) throw error;
        warnOf({ strapi }, `${hash}${ext} is`, error);
        continue;
      }
      await sql({ strapi }, DELETE_LEFTOVER, [hash, ext, path]);
    }
  }
};

/** Defines the job that cleans up after failed or interrupted writes. */
export const defineLeftoversJob = ({ strapi }: WithStrapi): void => {
  const jobs = getJobs({ strapi });
  jobs.define(
    JOB,
    async ({ signal }) => {
      await endInterruptedWrites({ strapi });
      await deleteLeftovers({ strapi }, signal).catch((error: unknown) => {
        // The job succeeds nevertheless, so that the next hour's job continues even if the storage
        // is unavailable for a day.
        warnOf({ strapi }, 'leftovers of uploads are', error);
      });
    },
    { concurrency: 1, expireInSeconds: 900 },
  );
  jobs.schedule(JOB, EVERY_HOUR);
};
