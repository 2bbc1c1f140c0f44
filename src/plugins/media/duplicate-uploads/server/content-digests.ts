import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Definition } from '#platform/database/installer';
import { buildPermittedFilesWhere } from '#platform/strapi/permitted-query';
import { sql, getTable } from '#platform/strapi/queries';
import type { StoredFile } from '#platform/strapi/upload-services';

const FILE = 'plugin::upload.file';

/** File of the media library with the digest of its content. */
export type ContentRow = {
  id: number;
  name: string;
  mime: string;
  url: string;
  formats: Readonly<Record<string, { url: string }>> | null;
  folder: { name: string } | null;
  contentDigest: string | null;
};

export const createContentDefinitions = (): readonly Definition[] => [
  {
    kind: 'index',
    // The plugin's earlier name: renaming the index would build it again in every database.
    name: 'same_files_digest',
    table: 'files',
    create: 'CREATE INDEX same_files_digest ON files (content_digest)',
  },
];

/** Returns the SHA-256 of a local file in hex, equal to that of browsers. */
export const computeDigest = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

/**
 * Returns the files with some contents, of equal ones the oldest that the caller may read.
 *
 * @param ability that of an administrator; undefined for other callers, who may read all files
 */
export const findFilesByDigest = async (
  { strapi }: WithStrapi,
  digests: readonly string[],
  ability: unknown,
): Promise<ContentRow[]> => {
  const action = 'plugin::upload.read';
  const permitted =
    ability === undefined ? {} : await buildPermittedFilesWhere({ strapi }, { ability, action });
  const rows = await getTable<ContentRow>({ strapi }, FILE).findMany({
    where: { $and: [permitted, { contentDigest: { $in: digests } }] },
    populate: { folder: {} },
    orderBy: { id: 'asc' },
  });
  return [...new Map(rows.toReversed().map((row) => [row.contentDigest, row])).values()];
};

/**
 * Stores the digest of a file as it was stored. Removes it if the content has been replaced since,
 * because the order of two replacements is unknown here. Bypasses Strapi, so that the time of the
 * last change stays that of the last edit.
 */
export const rememberDigest = async (
  { strapi }: WithStrapi,
  { id, url }: Pick<StoredFile, 'id' | 'url'>,
  digest: string,
): Promise<void> => {
  await sql(
    { strapi },
    'UPDATE files SET content_digest = CASE WHEN url = ? THEN CAST(? AS text) END WHERE id = ?',
    [url, digest, id],
  );
};
