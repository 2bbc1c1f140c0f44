import type { Client } from 'pg';
import { streamFileRows, listParts, getStoredName } from './rows';
import type { MediaStorage } from './media-storage';

export type Findings = {
  /** Number of checked files of the media library. */
  rows: number;
  /** Rows with a missing file. */
  missing: { id: number; name: string; file: string }[];
  /** Stored files that belong to no row. */
  unknown: string[];
  /** Number of rows in another storage, which were not checked. */
  elsewhere: number;
};

/**
 * Compares the media library with the stored files. Files that are uploaded or deleted meanwhile
 * are in neither list: the storage is listed first, and missing files are checked again.
 */
export const checkMedia = async (client: Client, storage: MediaStorage): Promise<Findings> => {
  const storedSizes = await storage.sizes();
  const namedFiles = new Set<string>();
  const suspects: Findings['missing'] = [];
  let rows = 0;
  let elsewhere = 0;
  for await (const row of streamFileRows(client)) {
    const names = listParts(row).map(getStoredName);
    // Includes rows that were moved: their copies here allow moving them back.
    for (const name of names) namedFiles.add(name);
    if (row.provider !== storage.provider) {
      elsewhere += 1;
      continue;
    }
    rows += 1;
    for (const file of names) {
      if (!storedSizes.has(file)) suspects.push({ id: row.id, name: row.name, file });
    }
  }
  const missingFiles: Findings['missing'] = [];
  for (const suspect of suspects) {
    const stream = await storage.read(suspect.file);
    stream?.destroy();
    if (stream === null) missingFiles.push(suspect);
  }
  return {
    rows,
    missing: missingFiles,
    unknown: [...storedSizes.keys()].filter((name) => !namedFiles.has(name)).sort(),
    elsewhere,
  };
};
