import type { Client } from 'pg';
import { fileRows, partsOf, pointElsewhere, storedNameOf, type FileRow, type Part } from './rows';
import type { MediaStorage } from './media-storage';

export type Moved = {
  moved: number;
  /** Rows that stayed, and why. */
  left: { id: number; name: string; reason: string }[];
};

/** An address as the row has it, with what tells caches that the file was replaced. */
const withVersionOf = (before: string, address: string): string => {
  const [, query] = before.split('?');
  return query === undefined ? address : `${address}?${query}`;
};

const copy = async (part: Part, from: MediaStorage, to: MediaStorage): Promise<string> => {
  const stream = await from.read(storedNameOf(part));
  if (stream === null) throw new Error(`${storedNameOf(part)} is missing`);
  const { hash, ext, mime } = part;
  return withVersionOf(part.url, await to.write({ hash, ext, mime, stream }));
};

const moveRow = async (
  client: Client,
  row: FileRow,
  from: MediaStorage,
  to: MediaStorage,
): Promise<void> => {
  const [original, ...sizes] = partsOf(row);
  const url = await copy(original ?? row, from, to);
  const addresses: string[] = [];
  for (const size of sizes) addresses.push(await copy(size, from, to));
  const formats =
    row.formats &&
    Object.fromEntries(
      Object.entries(row.formats).map(([name, size], at) => [
        name,
        { ...size, url: addresses[at] ?? size.url },
      ]),
    );
  const isMoved = await pointElsewhere(client, row, { provider: to.provider, url, formats });
  if (!isMoved) throw new Error('it was changed meanwhile');
};

/**
 * Copies every file of one storage into another, and has its row name the copy once all of it is there: a row is in the
 * one or the other as a whole. Broken off, it goes on with the rows that are left. What it has copied stays in the old
 * storage too, for addresses that were given out before.
 *
 * @param onMoved hears of every row
 */
export const moveMedia = async (
  client: Client,
  from: MediaStorage,
  to: MediaStorage,
  onMoved: (name: string) => void,
): Promise<Moved> => {
  const result: Moved = { moved: 0, left: [] };
  for await (const row of fileRows(client, from.provider)) {
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
