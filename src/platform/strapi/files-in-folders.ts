import type { WithStrapi } from './with-strapi';
import { getTable } from './queries';

const FILE = 'plugin::upload.file';
const FOLDER = 'plugin::upload.folder';

type Row = { id: number; path: string };

/** Returns the ids of all files in folders of the media library and in their subfolders. */
export const listFolderFileIds = async (
  { strapi }: WithStrapi,
  folders: readonly number[],
): Promise<readonly number[]> => {
  const rows = await getTable<Row>({ strapi }, FOLDER).findMany({
    where: { id: { $in: folders } },
    select: ['path'],
  });
  if (rows.length === 0) return [];
  const files = await getTable<Row>({ strapi }, FILE).findMany({
    where: {
      $or: rows.flatMap(({ path }) => [
        { folderPath: path },
        { folderPath: { $startsWith: `${path}/` } },
      ]),
    },
    select: ['id'],
  });
  return files.map(({ id }) => id);
};
