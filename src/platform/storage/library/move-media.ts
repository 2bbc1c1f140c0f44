import type { Client } from 'pg';
import {
  streamFileRows,
  listParts,
  updateLocation,
  getStoredName,
  type FileRow,
  type Part,
} from './rows';
import type { MediaStorage } from './media-storage';

export type MoveResult = {
  moved: number;
  /** Rows that were not moved, with the reason. */
  left: { id: number; name: string; reason: string }[];
};

/** Returns the new URL of a part with the version of the earlier one. */
const withVersionOf = (before: string, address: string): string => {
  const [, query] = before.split('?');
  return query === undefined ? address : `${address}?${query}`;
};

const copy = async (part: Part, from: MediaStorage, to: MediaStorage): Promise<string> => {
  const stream = await from.read(getStoredName(part));
  if (stream === null) throw new Error(`${getStoredName(part)} is missing`);
  const { hash, ext, mime } = part;
  return withVersionOf(part.url, await to.write({ hash, ext, mime, stream }));
};

const moveRow = async (
  client: Client,
  row: FileRow,
  from: MediaStorage,
  to: MediaStorage,
): Promise<void> => {
  const [original, ...sizes] = listParts(row);
  const url = await copy(original ?? row, from, to);
  const addresses: string[] = [];
  for (const size of sizes) addresses.push(await copy(size, from, to));
  const formats =
    row.formats &&
    Object.fromEntries(
      Object.entries(row.formats).map(([name, size], index) => [
        name,
        { ...size, url: addresses[index] ?? size.url },
      ]),
    );
  const isMoved = await updateLocation(client, row, { provider: to.provider, url, formats });
  if (!isMoved) throw new Error('it was changed during the move');
};

/**
 * Copies every file of one storage into another. A row refers to the copy once all of its parts are
 * copied, so it is never split between both. An interrupted move continues with the remaining rows.
 * Originals stay in the old storage for URLs that were already given out.
 *
 * @param onMoved called for every moved row
 */
export const moveMedia = async (
  client: Client,
  from: MediaStorage,
  to: MediaStorage,
  onMoved: (name: string) => void,
): Promise<MoveResult> => {
  const result: MoveResult = { moved: 0, left: [] };
  for await (const row of streamFileRows(client, from.provider)) {
    try {
      await moveRow(client, row, from, to);
      result.moved += 1;
      onMoved(row.name);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      result.left.push({ id: row.id, name: row.name, reason });
    }
  }
  return result;
};
