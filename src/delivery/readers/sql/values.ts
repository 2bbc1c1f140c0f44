import { escapeLiteral } from 'pg';
import type { MediaField } from '../../plan/model';
import type { FieldOfKind } from '../../plan/read-plan';
import type { Table } from '#platform/strapi/tables';
import { columnOf } from './joins';

/**
 * Converts a time column to UTC. Strapi writes times in the time zone of its process into columns
 * without a time zone. That zone is UTC in every container, but not on every developer's machine.
 *
 *     (d."created_at" AT TIME ZONE 'Europe/Madrid' AT TIME ZONE 'UTC')
 */
export const inUtc = (column: string): string => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone === 'UTC'
    ? column
    : `(${column} AT TIME ZONE ${escapeLiteral(zone)} AT TIME ZONE 'UTC')`;
};

/**
 * Returns the SQL expression of a scalar in the response's form.
 *
 *     d."title"
 *     d."full_price"::float8
 *     to_char(d."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
 */
export const buildScalarSql = (
  table: Table,
  alias: string,
  { attribute, isTimestamp }: FieldOfKind<'scalar'>,
): string => {
  const column = columnOf(table, alias, attribute);
  if (isTimestamp) return `to_char(${inUtc(column)}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  // Matches JavaScript's number format: 1200 instead of 1200.00.
  return table.typeOf(attribute) === 'decimal' ? `${column}::float8` : column;
};

export type MediaOptions = {
  /** Prefix for the URLs of locally stored files; null leaves them relative. */
  origin: string | null;
  /** Set if the files of a storage provider are private; see `signatures.ts`. */
  signs: {
    provider: string;
    placeholder: (fileId: string, what: 'url' | 'thumbnail') => string;
  } | null;
};

/** `CASE WHEN f.url LIKE '/%' THEN 'https://cms.example.com' || f.url ELSE f.url END` */
const buildAbsoluteUrlSql = ({ origin }: MediaOptions, url: string): string =>
  origin === null
    ? url
    : `CASE WHEN ${url} LIKE '/%' THEN ${escapeLiteral(origin)} || ${url} ELSE ${url} END`;

/** `(f.provider = 'aws-s3')` */
const isSigned = ({ signs }: MediaOptions, file: string): string =>
  signs === null ? 'false' : `(${file}.provider = ${escapeLiteral(signs.provider)})`;

/** `CASE WHEN (f.provider = 'aws-s3') THEN 'sign-…:' || f.id || ':url' ELSE f.url END` */
const buildUrlSql = (
  options: MediaOptions,
  file: string,
  url: string,
  kind: 'url' | 'thumbnail',
): string =>
  options.signs === null
    ? buildAbsoluteUrlSql(options, url)
    : `CASE WHEN ${isSigned(options, file)} THEN ${options.signs.placeholder(`${file}.id`, kind)} ` +
      `ELSE ${buildAbsoluteUrlSql(options, url)} END`;

/** `json_build_object('width', f.width, 'height', f.height)` */
const buildObjectSql = (entries: Readonly<Record<string, string>>): string =>
  `json_build_object(${Object.entries(entries)
    .map(([key, value]) => `${escapeLiteral(key)}, ${value}`)
    .join(', ')})`;

/**
 * Returns the SQL expression of one computed key of a file. An image without a thumbnail is its own.
 * The longest one is `formats`:
 *
 *     CASE WHEN f.mime NOT LIKE 'image/%' THEN NULL
 *          WHEN jsonb_typeof((f.formats -> 'thumbnail')) = 'object'
 *          THEN json_build_object('thumbnail', json_build_object('ext', (f.formats -> 'thumbnail') -> 'ext', ...))
 *          ELSE json_build_object('thumbnail', json_build_object('ext', f.ext, ...)) END
 *
 * @param language SQL expression for the locale of the document that shows the file; null if it has
 * none
 */
export const buildMediaSql = (
  options: MediaOptions,
  file: string,
  key: MediaField,
  language: string | null,
): string => {
  switch (key) {
    case 'alternativeText':
      return language === null
        ? `${file}.alternative_text`
        : `coalesce(nullif(${file}.alternative_texts ->> ${language}, ''), ${file}.alternative_text)`;
    case 'url':
      return buildUrlSql(options, file, `${file}.url`, 'url');
    case 'isUrlSigned':
      return isSigned(options, file);
    case 'previewUrl':
      return buildAbsoluteUrlSql(options, `${file}.preview_url`);
    case 'formats': {
      const thumbnailFile = `(${file}.formats -> 'thumbnail')`;
      const shared = { isUrlSigned: isSigned(options, file) };
      const thumbnail = buildObjectSql({
        ext: `${thumbnailFile} -> 'ext'`,
        url: buildUrlSql(options, file, `(${thumbnailFile} ->> 'url')`, 'thumbnail'),
        hash: `${thumbnailFile} -> 'hash'`,
        mime: `${thumbnailFile} -> 'mime'`,
        name: `${thumbnailFile} -> 'name'`,
        path: `${thumbnailFile} -> 'path'`,
        size: `${thumbnailFile} -> 'size'`,
        width: `${thumbnailFile} -> 'width'`,
        height: `${thumbnailFile} -> 'height'`,
        sizeInBytes: `coalesce((${thumbnailFile} ->> 'sizeInBytes')::float8, floor((${thumbnailFile} ->> 'size')::float8 * 1000 + 0.5))`,
        ...shared,
      });
      const itself = buildObjectSql({
        ext: `${file}.ext`,
        url: buildUrlSql(options, file, `${file}.url`, 'url'),
        hash: `${file}.hash`,
        mime: `${file}.mime`,
        name: `${file}.name`,
        path: 'NULL::text',
        size: `${file}.size::float8`,
        width: `${file}.width`,
        height: `${file}.height`,
        sizeInBytes: `floor(${file}.size::float8 * 1000 + 0.5)`,
        ...shared,
      });
      return (
        `CASE WHEN ${file}.mime NOT LIKE 'image/%' THEN NULL ` +
        `WHEN jsonb_typeof(${thumbnailFile}) = 'object' THEN json_build_object('thumbnail', ${thumbnail}) ` +
        `ELSE json_build_object('thumbnail', ${itself}) END`
      );
    }
  }
};
