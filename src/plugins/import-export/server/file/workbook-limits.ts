import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { TextDecoder } from 'node:util';
import type { Limits, Refusal } from './protocol';
import { RefusedFile } from './refused-file';
import { elementReader, type Element } from './xml-elements';

/** In bytes: more than ten thousand long rows unpack to. A few kilobytes can hold gigabytes, whatever they say of themselves. */
const MOST_UNPACKED = 512 * 2 ** 20;

const WORKBOOK = 'xl/workbook.xml';
const PATHS = 'xl/_rels/workbook.xml.rels';

/** Columns and rows of the largest sheet that there can be. */
const ADDRESS = /^([A-Z]{0,3})(\d{1,7})$/;

/** The column (0: none) and the row of an address like `AB12`. */
const placeOf = (address: string): { column: number; row: number } => {
  const [, letters = '', digits] = ADDRESS.exec(address) ?? [];
  if (digits === undefined) throw new RefusedFile({ reason: 'unreadable' });
  const column = Array.from(letters).reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  );
  return { column, row: Number(digits) };
};

/** A file of an archive as it is unpacked. */
type UnpackedEntry = Readable & { path: string };

/** What holds the value of a cell; one that is only formatted has none. */
const VALUES = new Set(['v', 't', 'is']);

/** Looks at a sheet as it is unpacked; what is wrong with it is told where it is met. */
const lookAtCells = ({ rows, columns }: Limits, onWrong: (refusal: Refusal) => void) => {
  let cell = { column: 0, row: 0 };
  return ({ name, attribute }: Element): void => {
    if (name === 'c' || name === 'row') {
      const address = attribute('r');
      // A row without a number is the next one.
      if (address !== null) cell = placeOf(address);
    } else if (VALUES.has(name)) {
      if (cell.row > rows) onWrong({ reason: 'too-many-rows' });
      if (cell.column > columns) onWrong({ reason: 'too-many-columns' });
    }
  };
};

/** Where a workbook says that its sheets are; the reader takes the first one. */
const sheetPath = (first: string | null, targets: ReadonlyMap<string, string>): string | null => {
  const target = first === null ? undefined : targets.get(first);
  if (target === undefined) return null;
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
};

/**
 * Looks through a workbook, unpacking it piece by piece and keeping nothing, before anything of it is laid out: one
 * cell at the far corner of a sheet would be laid out as all those before it.
 *
 * @throws RefusedFile
 */
export const assertWithinLimits = async (path: string, limits: Limits): Promise<void> => {
  const wrong = new Map<string, Refusal>();
  let first: string | null = null;
  const targets = new Map<string, string>();
  let unpacked = 0;

  const lookerAt = (entry: string): ((element: Element) => void) | null => {
    if (entry === WORKBOOK) {
      return ({ name, attribute }) => {
        if (name === 'sheet') first ??= attribute('id');
      };
    }
    if (entry === PATHS) {
      return ({ attribute }) => {
        const [id, target] = [attribute('Id'), attribute('Target')];
        if (id !== null && target !== null) targets.set(id, target);
      };
    }
    return entry.startsWith('xl/worksheets/')
      ? lookAtCells(limits, (refusal) => {
          if (!wrong.has(entry)) wrong.set(entry, refusal);
        })
      : null;
  };

  const { Parse } = await import('unzipper-esm');
  const file = createReadStream(path);
  const archive = file.pipe(Parse());
  const fail = (error: unknown): void => {
    archive.destroy(error instanceof Error ? error : new Error(String(error)));
  };
  file.on('error', fail);
  archive.on('entry', (entry: UnpackedEntry) => {
    const look = lookerAt(entry.path);
    const decoder = new TextDecoder();
    const take = look === null ? null : elementReader(look);
    entry.on('error', fail);
    entry.on('data', (piece: Buffer) => {
      unpacked += piece.length;
      try {
        if (unpacked > MOST_UNPACKED) throw new RefusedFile({ reason: 'unreadable' });
        take?.(decoder.decode(piece, { stream: true }));
        const known = sheetPath(first, targets);
        const refusal = known === null ? undefined : wrong.get(known);
        if (refusal !== undefined) throw new RefusedFile(refusal);
      } catch (error) {
        fail(error);
      }
    });
  });
  try {
    await finished(archive, { readable: false });
  } finally {
    file.destroy();
  }
  const known = sheetPath(first, targets);
  // The reader knows where it is, or finds none.
  const refusal = known === null ? [...wrong.values()][0] : wrong.get(known);
  if (refusal !== undefined) throw new RefusedFile(refusal);
};
