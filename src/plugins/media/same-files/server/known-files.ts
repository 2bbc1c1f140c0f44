import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { WithStrapi } from '../../../../platform/with-strapi';
import type { Definition } from '../../../../platform/database/installer';
import { sql, tableOf } from '../../../../platform/strapi/queries';

const FILE = 'plugin::upload.file';

/** A file of the media library, as far as it says which content it has. */
export type ContentRow = {
  id: number;
  name: string;
  mime: string;
  url: string;
  formats: Readonly<Record<string, { url: string }>> | null;
  folder: { name: string } | null;
  contentDigest: string | null;
};

export const contentDefinitions = (): readonly Definition[] => [
  {
    kind: 'index',
    name: 'same_files_digest',
    table: 'files',
    create: 'CREATE INDEX same_files_digest ON files (content_digest)',
  },
];

/** SHA-256 of a file on this machine, in hex, as browsers reckon it. */
export const digestOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

/** The files of some contents, of each the one that was there first. */
export const filesWith = async (
  { strapi }: WithStrapi,
  digests: readonly string[],
): Promise<ContentRow[]> => {
  const rows = await tableOf<ContentRow>({ strapi }, FILE).findMany({
    where: { contentDigest: { $in: digests } },
    populate: { folder: {} },
    orderBy: { id: 'asc' },
  });
  return [...new Map(rows.toReversed().map((row) => [row.contentDigest, row])).values()];
};

/** Past Strapi: nobody has edited the file, so the time of its last change stays. */
export const rememberDigest = async (
  { strapi }: WithStrapi,
  id: number,
  digest: string,
): Promise<void> => {
  await sql({ strapi }, 'UPDATE files SET content_digest = ? WHERE id = ?', [digest, id]);
};
