import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable } from 'node:stream';
import type { WithStrapi } from '../../../../platform/with-strapi';
import type { Definition } from '../../../../platform/database/installer';
import { jobsOf } from '../../../../platform/jobs';
import { sql, tableOf } from '../../../../platform/strapi/queries';
import {
  deleteStored,
  extendUploadProvider,
  type ProviderFile,
} from '../../../../platform/strapi/upload-provider';
import { endInterruptedWrites } from './file-states';
import { collectWrites, noteWrite, noWrites, settleWrites } from './writes-underway';

const JOB = 'uploads.leftovers';

const EVERY_HOUR = '23 * * * *';

export const LEFTOVERS = 'uploads.leftovers';

/** Longer than any upload takes: by then a name without a row belongs to a process that has died. */
const LONGEST_UPLOAD = '6 hours';

/** Names that one look at the database finds. */
const BATCH = 100;

/** Names are noted before anything is stored under them, and forgotten when a row of the media library shows them. */
export const leftoverDefinitions = (): readonly Definition[] => [
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

/** The hashes of what a request stores. */
const current = new AsyncLocalStorage<Set<string>>();

const noteName = async (
  { strapi }: WithStrapi,
  { hash, ext, path }: ProviderFile,
): Promise<void> => {
  const hashes = current.getStore();
  if (hashes === undefined) return;
  hashes.add(hash);
  await sql(
    { strapi },
    `INSERT INTO ${LEFTOVERS} (hash, ext, path, due)
     VALUES (?, ?, ?, clock_timestamp() + interval '${LONGEST_UPLOAD}')
     ON CONFLICT (hash, ext, path) DO UPDATE SET due = excluded.due`,
    [hash, ext ?? '', path ?? ''],
  );
};

/** Notes what requests store; to be called once the upload plugin has made its provider, after others have changed it. */
export const noteStoredFiles = ({ strapi }: WithStrapi): void => {
  const noted =
    (store: (file: ProviderFile) => Promise<unknown>) =>
    (file: ProviderFile & { stream?: Readable }): Promise<void> => {
      // The plugin removes its temporary folder when another size fails, maybe before this stream is opened; without a
      // listener that would end the process.
      file.stream?.on('error', () => undefined);
      const storing = async (): Promise<void> => {
        await noteName({ strapi }, file);
        await store(file);
      };
      return noteWrite(storing());
    };
  extendUploadProvider({ strapi }, ({ upload, uploadStream, replace, replaceStream }) => ({
    upload: noted(upload),
    uploadStream: noted(uploadStream),
    // Their names are those of files that the media library has.
    ...(replace && { replace: (...files) => noteWrite(replace(...files)) }),
    ...(replaceStream && { replaceStream: (...files) => noteWrite(replaceStream(...files)) }),
  }));
};

const forgetNames = ({ strapi }: WithStrapi, hashes: readonly string[]): Promise<unknown> =>
  sql({ strapi }, `DELETE FROM ${LEFTOVERS} WHERE hash = ANY (?::text[])`, [[...hashes]]);

/** Takes the rows of a request back, as where only a later file has failed, and has the job delete what is stored. */
const giveUp = async ({ strapi }: WithStrapi, hashes: readonly string[]): Promise<void> => {
  if (hashes.length === 0) return;
  await tableOf({ strapi }, 'plugin::upload.file').deleteMany({
    where: { hash: { $in: [...hashes] } },
  });
  await sql(
    { strapi },
    `UPDATE ${LEFTOVERS} SET due = clock_timestamp() WHERE hash = ANY (?::text[])`,
    [[...hashes]],
  );
  await jobsOf({ strapi }).enqueue(JOB, {});
};

/**
 * Runs a request that stores new files, and has the job delete what it has stored when it fails. The upload plugin
 * stores a picture and its sizes side by side before it writes their row, and leaves them where one of them, or the row,
 * fails (`@strapi/upload` 5.54). The request is answered at once: a storage that has just failed may take long to delete.
 */
export const withoutLeftovers = async <T>(
  { strapi }: WithStrapi,
  request: () => Promise<T>,
): Promise<T> => {
  const hashes = new Set<string>();
  const writes = noWrites();
  const warn = (error: unknown): void => {
    const reason = error instanceof Error ? error.message : 'unknown';
    const names = [...hashes].join(', ');
    strapi.log.warn(`uploads: leftovers of an upload (${names}) are looked at later: ${reason}`);
  };
  try {
    const result = await current.run(hashes, () => collectWrites(writes, request));
    await forgetNames({ strapi }, [...hashes]).catch(warn);
    return result;
  } catch (error) {
    // The sizes of a picture are stored side by side: when one fails, others are still being written.
    void settleWrites(writes)
      .then(() => giveUp({ strapi }, [...hashes]))
      .catch(warn);
    throw error;
  }
};

/** Names that are due, and whether the media library has them, as a file or as a size of a picture. */
const DUE = `
  SELECT l.hash, l.ext, l.path, EXISTS (
    SELECT FROM files f
    WHERE f.hash = l.hash OR position(to_json(l.hash)::text IN f.formats::text) > 0
  ) AS kept
  FROM ${LEFTOVERS} l WHERE l.due <= clock_timestamp() ORDER BY l.due LIMIT ${BATCH}`;

const FORGET = `DELETE FROM ${LEFTOVERS} WHERE hash = ? AND ext = ? AND path = ?`;

type Due = { hash: string; ext: string; path: string; kept: boolean };

const deleteLeftovers = async ({ strapi }: WithStrapi, signal: AbortSignal): Promise<void> => {
  for (;;) {
    const { rows } = await sql({ strapi }, DUE);
    if (rows.length === 0) return;
    for (const { hash, ext, path, kept } of rows as Due[]) {
      signal.throwIfAborted();
      if (!kept) await deleteStored({ strapi }, { hash, ext, path });
      await sql({ strapi }, FORGET, [hash, ext, path]);
    }
  }
};

/** Defines the job that ends what failed or killed writes have left. */
export const defineLeftoversJob = ({ strapi }: WithStrapi): void => {
  const jobs = jobsOf({ strapi });
  jobs.define(
    JOB,
    async ({ signal }) => {
      await endInterruptedWrites({ strapi });
      await deleteLeftovers({ strapi }, signal).catch((error: unknown) => {
        // The job does not fail: the next hour's job goes on, also when the storage is unavailable for a day.
        const reason = error instanceof Error ? error.message : 'unknown';
        strapi.log.warn(`uploads: leftovers of uploads are not deleted yet: ${reason}`);
      });
    },
    { concurrency: 1, expireInSeconds: 900 },
  );
  jobs.schedule(JOB, EVERY_HOUR);
};
