import type { Client } from 'pg';

/** File of a row in the media library: the original, or one of its sizes. */
export type Part = { hash: string; ext: string; mime: string; url: string };

type Formats = Record<string, Part & Record<string, unknown>>;

export type FileRow = {
  id: number;
  name: string;
  provider: string;
  hash: string;
  ext: string;
  mime: string;
  url: string;
  formats: Formats | null;
};

const BATCH = 500;

const COLUMNS = `id, name, provider, hash, coalesce(ext, '') AS ext, mime, url, formats`;

/**
 * Yields the files of the media library, or those of one provider, in the order of their upload.
 */
export async function* streamFileRows(
  client: Client,
  provider: string | null = null,
): AsyncGenerator<FileRow> {
  let last = 0;
  for (;;) {
    const { rows } = await client.query<FileRow>(
      `SELECT ${COLUMNS} FROM files WHERE id > $1 AND ($2::text IS NULL OR provider = $2)
       ORDER BY id LIMIT ${BATCH}`,
      [last, provider],
    );
    yield* rows;
    last = rows.at(-1)?.id ?? last;
    if (rows.length < BATCH) return;
  }
}

export const listParts = ({ formats, ...original }: FileRow): Part[] => [
  original,
  ...Object.values(formats ?? {}),
];

/** Returns the name of a part in its storage. */
export const getStoredName = ({ hash, ext }: Pick<Part, 'hash' | 'ext'>): string => hash + ext;

/**
 * Updates a row to the new location of its files, unless it was replaced or moved in the meantime.
 *
 * @returns whether the row was updated
 */
export const updateLocation = async (
  client: Client,
  before: FileRow,
  after: Pick<FileRow, 'provider' | 'url' | 'formats'>,
): Promise<boolean> => {
  const { rowCount } = await client.query(
    `UPDATE files SET provider = $3, url = $4, formats = $5, updated_at = $7
     WHERE id = $1 AND provider = $2 AND url = $6`,
    [
      before.id,
      before.provider,
      after.provider,
      after.url,
      after.formats === null ? null : JSON.stringify(after.formats),
      before.url,
      // Not `now()`: the column has no time zone, and Strapi's times are in that of its process.
      new Date(),
    ],
  );
  return rowCount === 1;
};
