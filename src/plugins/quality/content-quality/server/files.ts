import type { WithStrapi } from '../../../../platform/with-strapi';
import { sql } from '../../../../platform/strapi/queries';
import { FILES, type FoundFiles } from '../content-quality';
import { FINDINGS } from './definitions';
import { textIn } from './findings';
import { columnsOf } from './rules/columns';
import { isStillSo } from './rules/files';

const PAGE = 50;

type Formats = { thumbnail?: { url?: string } } | null;

const pictureOf = ({ mime, url, formats }: Record<string, unknown>): string | null => {
  const parsed = (typeof formats === 'string' ? JSON.parse(formats) : formats) as Formats;
  if (parsed?.thumbnail?.url !== undefined) return parsed.thumbnail.url;
  return String(mime).startsWith('image/') ? String(url) : null;
};

/**
 * Returns a page of the files with a finding, the largest first.
 *
 * @param permitted ids of the files that the caller may read; null for all
 */
export const findFilesWithFinding = async (
  { strapi }: WithStrapi,
  { code, page, permitted }: { code: string; page: number; permitted: readonly number[] | null },
): Promise<FoundFiles> => {
  const { table } = columnsOf({ strapi }, FILES);
  const { rows } = await sql(
    { strapi },
    `select d.id, d.name, d.mime, d.url, d.formats, d.size, f.text, count(*) over () as total
       from ${FINDINGS} f join ${table} d on d.id::text = f.document_id
      where f.uid = ? and f.code = ? and ${isStillSo('f', 'd')}
        and (cast(? as integer[]) is null or d.id = any(cast(? as integer[])))
      order by d.size desc, d.id limit ${PAGE} offset ?`,
    [FILES, code, permitted, permitted, (page - 1) * PAGE],
  );
  return {
    total: Number(rows[0]?.total ?? 0),
    files: rows.map((row) => ({
      id: Number(row.id),
      name: String(row.name),
      picture: pictureOf(row),
      size: Number(row.size),
      text: textIn(row.text),
    })),
  };
};
