import type { Client } from 'pg';
import { fileRows, partsOf, storedNameOf } from './rows';
import type { MediaStorage } from './media-storage';

export type Findings = {
  /** How many files of the media library were looked for. */
  rows: number;
  /** Rows that something of which is not there. */
  missing: { id: number; name: string; file: string }[];
  /** What lies there and belongs to no row. */
  unknown: string[];
  /** Rows of another storage, which were not looked for. */
  elsewhere: number;
};

/**
 * Compares the media library with what is stored. What is uploaded or deleted while it looks is in neither list: the
 * storage is listed first, and what seems to be missing is looked for once more.
 */
export const checkMedia = async (client: Client, storage: MediaStorage): Promise<Findings> => {
  const stored = await storage.sizes();
  const named = new Set<string>();
  const suspects: Findings['missing'] = [];
  let rows = 0;
  let elsewhere = 0;
  for await (const row of fileRows(client)) {
    const names = partsOf(row).map(storedNameOf);
    // Also of a row that has moved: its copy here is what it can be moved back from.
    for (const name of names) named.add(name);
    if (row.provider !== storage.provider) {
      elsewhere += 1;
      continue;
    }
    rows += 1;
    for (const file of names) {
      if (!stored.has(file)) suspects.push({ id: row.id, name: row.name, file });
    }
  }
  const missing: Findings['missing'] = [];
  for (const suspect of suspects) {
    const found = await storage.read(suspect.file);
    found?.destroy();
    if (found === null) missing.push(suspect);
  }
  return {
    rows,
    missing,
    unknown: [...stored.keys()].filter((name) => !named.has(name)).sort(),
    elsewhere,
  };
};
