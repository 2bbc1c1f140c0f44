import { createHash } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import { file as sizes } from '@strapi/utils';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { isDatabaseUnavailable } from '#platform/database-unavailable';
import type { Metric } from '#feature/feature';
import { makeTemporaryFolder, removeTemporaryFolder } from '#platform/http/temporary-folders';
import { runWithSignals } from '#platform/abort-signals';
import { getJobs, type Job } from '#platform/jobs';
import { withNewVersion } from '#platform/storage/address-version';
import { createFolderStorage, type MediaStorage } from '#platform/storage/library/media-storage';
import { getStoredName, type FileRow, type Part } from '#platform/storage/library/rows';
import {
  applyEdits,
  orderEdits,
  computeEditedSize,
  withFileSource,
  MetadataUnreadable,
  type Edit,
  type Source,
} from '#platform/storage/metadata/edits';
import { findPrivateMetadata } from '#platform/storage/metadata/find-private-metadata';
import { uploadSettings } from '#platform/storage/settings';
import { StorageUnavailable } from '#platform/storage/storage-errors';
import { openStoredFiles, type StoredFiles } from '#platform/storage/stored-files';
import { getReleases } from '#platform/releases';
import { sql } from '#platform/strapi/queries';
import { ATTEMPTS, leaseFile, markStripped, STATES } from './file-states';

type Data = { after?: number };

const JOB = 'uploads.metadata';

const EVERY_NIGHT = '47 3 * * *';

const HOUR = 3600;

/** Maximum milliseconds of an attempt, less than the job's expiry; another job continues. */
const MAX_ATTEMPT_MS = 40 * 60 * 1000;

/** Number of files that one query reads. */
const BATCH = 50;

const REPORT_EVERY = 500;

/**
 * Number of successive files that the storage fails to deliver after which it counts as
 * unavailable.
 */
const MAX_SUCCESSIVE_FAILURES = 5;

/** Maximum number of attempts at a file that ends the process, takes too long or cannot be read. */
const MOST_ATTEMPTS = 3;

/** Maximum number of files that a log line names. */
const MOST_NAMED = 20;

const UNSTRIPPED = `
  FROM files f LEFT JOIN ${STATES} s ON s.file_id = f.id
  LEFT JOIN ${ATTEMPTS} a ON a.file_id = f.id AND a.url = f.url
  WHERE f.provider = ? AND s.stripped_url IS DISTINCT FROM f.url`;

const IS_PENDING = `${UNSTRIPPED} AND coalesce(a.attempts, 0) < ${MOST_ATTEMPTS}`;

const GIVEN_UP = `${UNSTRIPPED} AND a.attempts >= ${MOST_ATTEMPTS}`;

const COLUMNS = `f.id, f.name, f.provider, f.hash, coalesce(f.ext, '') AS ext, f.mime, f.url, f.formats`;

const getProviderName = ({ strapi }: WithStrapi): string =>
  uploadSettings.of({ strapi }).provider === 'local' ? 'local' : 'aws-s3';

const countFiles = async (
  { strapi }: WithStrapi,
  queueState: typeof IS_PENDING | typeof GIVEN_UP,
): Promise<number> => {
  const { rows } = await sql({ strapi }, `SELECT count(*) AS count ${queueState}`, [
    getProviderName({ strapi }),
  ]);
  return Number(rows[0]?.count ?? 0);
};

/** Counts an attempt before it starts, because the file may end the process. */
const noteAttempt = async ({ strapi }: WithStrapi, { id, url }: FileRow): Promise<void> => {
  await sql(
    { strapi },
    `INSERT INTO ${ATTEMPTS} AS a (file_id, url, attempts) VALUES (?, ?, 1)
     ON CONFLICT (file_id) DO UPDATE
       SET url = excluded.url, attempts = CASE WHEN a.url = excluded.url THEN a.attempts + 1 ELSE 1 END`,
    [id, url],
  );
};

/** Uncounts an attempt that failed for a reason outside of the file. */
const withdrawAttempt = async ({ strapi }: WithStrapi, { id, url }: FileRow): Promise<void> => {
  await sql(
    { strapi },
    `UPDATE ${ATTEMPTS} SET attempts = attempts - 1 WHERE file_id = ? AND url = ?`,
    [id, url],
  );
};

/** Logs the files that keep their metadata. */
const reportGivenUp = async ({ strapi }: WithStrapi): Promise<void> => {
  const count = await countFiles({ strapi }, GIVEN_UP);
  if (count === 0) return;
  const { rows } = await sql(
    { strapi },
    `SELECT f.id, f.name ${GIVEN_UP} ORDER BY f.id LIMIT ${MOST_NAMED}`,
    [getProviderName({ strapi })],
  );
  const names = rows.map(({ id, name }) => `${String(id)} (${String(name)})`).join(', ');
  strapi.log.error(
    `uploads: private metadata: ${count} files still contain it after ${MOST_ATTEMPTS} attempts each, and are served unchanged: ` +
      `${names}${count > rows.length ? ', …' : ''}. Replace or delete them`,
  );
};

/** Opens the storage on demand, so that the code for buckets is loaded only when needed. */
const openStorage = async ({ strapi }: WithStrapi): Promise<MediaStorage> => {
  const upload = uploadSettings.of({ strapi });
  if (upload.provider === 'local') {
    return createFolderStorage(path.join(strapi.dirs.static.public, 'uploads'));
  }
  const { createBucketStorage } =
    await import('../../../../platform/storage/library/bucket-storage.js');
  return createBucketStorage(upload.s3);
};

const computeDigest = async (source: Source, edits: readonly Edit[]): Promise<string> => {
  const hash = createHash('sha256');
  for await (const part of applyEdits(source, edits)) hash.update(part);
  return hash.digest('hex');
};

type Context = WithStrapi & {
  files: StoredFiles;
  storage: () => Promise<MediaStorage>;
  signal: AbortSignal;
};

/** Error of a file that the storage does not have; `npm run media:check` lists all of them. */
class MissingFile extends Error {
  override name = 'MissingFile';
}

/**
 * Rewrites a stored part if it has private metadata. @returns its new size; null if it stays
 * unchanged
 */
const stripPart = async (
  { files, storage, signal }: Context,
  part: Part,
  provider: string,
): Promise<number | null> => {
  const folder = await makeTemporaryFolder('upload');
  try {
    const copy = await files.copyOf({ ...part, provider }, path.join(folder, 'stored'), signal);
    if (copy === null) throw new MissingFile(getStoredName(part));
    return await withFileSource(copy, async (source) => {
      const edits = orderEdits(await findPrivateMetadata(source), source.size);
      if (edits.length === 0) return null;
      if ((await computeDigest(source, edits)) === (await computeDigest(source, []))) return null;
      // After the abort the lease is over, and another writer may have the file.
      signal.throwIfAborted();
      const { hash, ext, mime } = part;
      const stream = Readable.from(applyEdits(source, edits));
      await (await storage()).write({ hash, ext, mime, stream, signal });
      return computeEditedSize(source.size, edits);
    });
  } finally {
    await removeTemporaryFolder(folder);
  }
};

const withSize = <T extends Part>(part: T, bytes: number): T => ({
  ...part,
  url: withNewVersion(part.url),
  size: sizes.bytesToKbytes(bytes),
  sizeInBytes: bytes,
});

/** @returns whether the file was rewritten */
const stripFile = async (context: Context, row: FileRow): Promise<boolean> => {
  const { strapi } = context;
  const bytes = await stripPart(context, row, row.provider);
  const formats: NonNullable<FileRow['formats']> = {};
  let isChanged = bytes !== null;
  for (const [name, format] of Object.entries(row.formats ?? {})) {
    const formatBytes = await stripPart(context, format, row.provider);
    formats[name] = formatBytes === null ? format : withSize(format, formatBytes);
    isChanged ||= formatBytes !== null;
  }
  if (isChanged) {
    // Bypasses Strapi, so that the time of the last change stays that of the last edit.
    await sql(
      { strapi },
      `UPDATE files SET url = ?, size = coalesce(?, size), formats = ? WHERE id = ? AND url = ?`,
      [
        withNewVersion(row.url),
        bytes === null ? null : sizes.bytesToKbytes(bytes),
        row.formats === null ? null : JSON.stringify(formats),
        row.id,
        row.url,
      ],
    );
  }
  await markStripped({ strapi }, [row.id]);
  return isChanged;
};

type Counts = { seen: number; changed: number; failed: number; missing: number };

const describe = ({ seen, changed, failed, missing }: Counts): string =>
  `uploads: private metadata: ${seen} stored files looked at, ${changed} rewritten without it, ` +
  `${failed} failed, ${missing} missing`;

/** Tells whether a failure is caused by the file: it took too long or cannot be read. */
const isOfFile = (error: unknown, { aborted, reason }: AbortSignal): boolean =>
  aborted
    ? reason instanceof DOMException && reason.name === 'TimeoutError'
    : error instanceof MetadataUnreadable;

/** Strips a file unless another writer has it. */
const takeFile = async (context: Omit<Context, 'signal'>, id: number, job: Job<Data>) => {
  const { strapi } = context;
  const lease = await leaseFile({ strapi }, id);
  if (lease === null) return null;
  try {
    const { rows } = await sql({ strapi }, `SELECT ${COLUMNS} ${IS_PENDING} AND f.id = ?`, [
      getProviderName({ strapi }),
      id,
    ]);
    const [storedRow] = rows as (Omit<FileRow, 'formats'> & { formats: string | null })[];
    if (storedRow === undefined) return null;
    // Strapi configures the driver to return JSON as text.
    const formats =
      storedRow.formats === null ? null : (JSON.parse(storedRow.formats) as FileRow['formats']);
    const row: FileRow = { ...storedRow, formats };
    await noteAttempt({ strapi }, row);
    return await runWithSignals([job.signal, lease.signal], async (signal) => {
      try {
        return await stripFile({ ...context, signal }, row);
      } catch (error) {
        if (isOfFile(error, signal)) throw error;
        await withdrawAttempt({ strapi }, row);
        throw error;
      }
    });
  } finally {
    await lease.release();
  }
};

const stripFiles = async ({ strapi }: WithStrapi, job: Job<Data>): Promise<void> => {
  // Older nodes replace files without waiting for a lease.
  if (await getReleases({ strapi }).hasOlderNodes()) {
    await getJobs({ strapi }).enqueue(JOB, job.data, { startAfter: 5 * 60 });
    return;
  }
  let storage: Promise<MediaStorage> | undefined;
  const context = {
    strapi,
    files: openStoredFiles({ strapi }),
    storage: () => (storage ??= openStorage({ strapi })),
  };
  const end = performance.now() + MAX_ATTEMPT_MS;
  const counts: Counts = { seen: 0, changed: 0, failed: 0, missing: 0 };
  let { after = 0 } = job.data;
  let failuresInARow = 0;
  for (;;) {
    const { rows } = await sql(
      { strapi },
      `SELECT f.id, f.name ${IS_PENDING} AND f.id > ? ORDER BY f.id LIMIT ${BATCH}`,
      [getProviderName({ strapi }), after],
    );
    if (rows.length === 0) break;
    for (const { id, name } of rows) {
      job.signal.throwIfAborted();
      if (performance.now() > end) {
        strapi.log.info(`${describe(counts)} so far`);
        await getJobs({ strapi }).enqueue(JOB, { after });
        return;
      }
      after = Number(id);
      try {
        if ((await takeFile(context, after, job)) === true) counts.changed += 1;
        failuresInARow = 0;
      } catch (error) {
        // One unreadable object does not mean that the storage is unavailable; several in a row do.
        failuresInARow = error instanceof StorageUnavailable ? failuresInARow + 1 : 0;
        if (failuresInARow >= MAX_SUCCESSIVE_FAILURES || isDatabaseUnavailable(error)) throw error;
        if (error instanceof MissingFile) counts.missing += 1;
        else {
          counts.failed += 1;
          const message = error instanceof Error ? error.message : String(error);
          strapi.log.warn(
            `uploads: private metadata of file ${after} (${String(name)}): ${message}`,
          );
        }
      }
      counts.seen += 1;
      if (counts.seen % REPORT_EVERY === 0) strapi.log.info(`${describe(counts)} so far`);
    }
  }
  await sql(
    { strapi },
    `DELETE FROM ${STATES} s WHERE NOT EXISTS (SELECT FROM files f WHERE f.id = s.file_id) AND s.leased_until IS NULL`,
  );
  await sql(
    { strapi },
    `DELETE FROM ${ATTEMPTS} a WHERE NOT EXISTS (SELECT FROM files f WHERE f.id = a.file_id)`,
  );
  if (counts.seen > 0) strapi.log.info(describe(counts));
  await reportGivenUp({ strapi });
};

/**
 * Defines the job that removes private metadata from files that were stored by earlier releases or
 * without an upload.
 */
export const defineStripJob = ({ strapi }: WithStrapi): void => {
  const jobs = getJobs({ strapi });
  jobs.define<Data>(JOB, (job) => stripFiles({ strapi }, job), {
    retryLimit: 5,
    expireInSeconds: HOUR,
    concurrency: 1,
  });
  jobs.schedule(JOB, EVERY_NIGHT);
};

/** Starts the job at once if files are pending. */
export const startStripJob = async ({ strapi }: WithStrapi): Promise<void> => {
  if ((await countFiles({ strapi }, IS_PENDING)) > 0) await getJobs({ strapi }).enqueue(JOB, {});
};

export const stripMetrics = ({ strapi }: WithStrapi): readonly Metric[] => [
  {
    name: 'cms_files_with_unchecked_metadata',
    help: 'Stored files that are not checked for private metadata yet',
    kind: 'gauge',
    asksDatabase: true,
    read: async () => [{ value: await countFiles({ strapi }, IS_PENDING) }],
  },
  {
    name: 'cms_files_with_kept_metadata',
    help: 'Stored files that keep private metadata because every attempt to remove it failed',
    kind: 'gauge',
    asksDatabase: true,
    read: async () => [{ value: await countFiles({ strapi }, GIVEN_UP) }],
  },
];
