import path from 'node:path';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Definition } from '#platform/database/installer';
import { getTable } from '#platform/strapi/queries';
import { CENTRE, type FocalPoint } from './render';

export const FILE = 'plugin::upload.file';

/** File of the media library. */
export type FileRow = {
  id: number;
  documentId: string;
  hash: string;
  ext: string | null;
  mime: string;
  url: string;
  provider: string;
  focalPoint: unknown;
};

const columns = [
  'id',
  'documentId',
  'hash',
  'ext',
  'mime',
  'url',
  'provider',
  'focalPoint',
] as const;

/** Returns the file whose URL ends with a name; null if there is none. */
export const findFileByName = ({ strapi }: WithStrapi, name: string): Promise<FileRow | null> => {
  const ext = path.extname(name);
  return getTable<FileRow>({ strapi }, FILE).findOne({
    where: { hash: name.slice(0, -ext.length), ext },
    select: [...columns],
  });
};

const isShare = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 100;

/** Returns a stored focal point, or the centre, because other programs may have stored any JSON. */
export const parseFocalPoint = (stored: unknown): FocalPoint => {
  const { x, y } = (
    typeof stored === 'object' && stored !== null ? stored : {}
  ) as Partial<FocalPoint>;
  return isShare(x) && isShare(y) ? { x, y } : CENTRE;
};

/** Returns the index of files by the name in their URL, which Strapi does not create. */
export const createFileDefinitions = (): readonly Definition[] => [
  {
    kind: 'index',
    name: 'pictures_files_hash',
    table: 'files',
    create: 'CREATE INDEX pictures_files_hash ON files (hash)',
  },
];
