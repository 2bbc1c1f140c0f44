import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { TextDecoder } from 'node:util';
import { toNfc } from '#platform/nfc';
import type { CellFormat } from '#platform/http/spreadsheets/text';
import { createStyles } from './cell-formats';
import {
  COLUMNS,
  isTrue,
  buildCellKey,
  MOST_RANGES,
  watchCells,
  type Sheet,
  type Watcher,
  createElementReader,
} from './watch-cells';
import { RefusedFile, type CellProblem, type Limits } from './protocol';

/**
 * Maximum unpacked size in bytes, more than ten thousand long rows need. An archive of a few
 * kilobytes can hold gigabytes, and its stated sizes prove nothing.
 *
 * The reader allocates the stated sizes and decodes all files as whole texts. A single text for
 * which the thread lacks memory would end the process, so both have the same maximum.
 */
const MOST_UNPACKED = 512 * 2 ** 20;

/** Characters with which each character of a text takes two bytes instead of one. */
const WIDE_CHARACTERS = /[^\0-\xFF]/;

const WORKBOOK = 'xl/workbook.xml';
const STYLES = 'xl/styles.xml';
const PATHS = 'xl/_rels/workbook.xml.rels';

/** Entry of an archive while it is unpacked. */
type UnpackedEntry = Readable & { path: string; vars: { uncompressedSize?: number } };

/** Returns the number of characters in all cells. Shared texts count once per cell. */
const countCellCharacters = ({ text, shared }: Sheet, longest: readonly number[]): number =>
  [...shared].reduce((sum, [index, count]) => sum + count * (longest[index] ?? 0), text);

/** Sheet in the workbook's list. `id` refers to its path. */
type ListedSheet = { name: string; id: string | null; isHidden: boolean };

const findSheetPath = (
  { id }: Pick<ListedSheet, 'id'>,
  targets: ReadonlyMap<string, string>,
): string | null => {
  const target = id === null ? undefined : targets.get(id);
  if (target === undefined) return null;
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
};

/** Properties of the sheet that is read, apart from its cell values. */
export type ScannedSheet = {
  /** Counted from 1. */
  position: number;
  name: string;
  hiddenSheets: readonly string[];
  /** Other visible sheets with cells. */
  otherSheets: readonly string[];
  /** Counted from 0, like the columns of problems. */
  hiddenColumns: readonly number[];
  isRowHidden: (row: number) => boolean;
  /** Returns the text of a cell that stores a date as text, else undefined. */
  dateIn: (row: number, column: number) => string | undefined;
  /** Returns the format of a cell that holds a number. */
  formatOf: (row: number, column: number) => CellFormat | undefined;
  /** Returns the problems of a row's empty cells. */
  problemsOf: (row: number, columns: number) => Readonly<Record<number, CellProblem>>;
  /** Returns the numbers of the rows with formulas or errors below a row, in order. */
  computedRowsAfter: (row: number) => readonly number[];
};

const createSheetLayout = (
  sheet: Sheet | undefined,
  { isRecalculated, styles }: { isRecalculated: boolean; styles: ReturnType<typeof createStyles> },
  limits: Limits,
): Omit<ScannedSheet, 'position' | 'name' | 'hiddenSheets' | 'otherSheets'> => ({
  hiddenColumns: (sheet?.hiddenColumns ?? []).flatMap(([first, last]) =>
    Array.from(
      { length: Math.max(0, Math.min(last, limits.columns) - first + 1) },
      (_, index) => first - 1 + index,
    ),
  ),
  isRowHidden: (row) => sheet?.hiddenRows.has(row) === true,
  dateIn: (row, column) => sheet?.dates.get(buildCellKey({ row, column })),
  formatOf(row, column) {
    const style = sheet?.styles.get(buildCellKey({ row, column }));
    return style === undefined ? undefined : styles.formatOf(style);
  },
  problemsOf(row, columns) {
    const problems: Record<number, CellProblem> = {};
    if (sheet === undefined || sheet.merged.length + sheet.computed.size === 0) return problems;
    const ranges = sheet.merged.filter(({ from, to }) => from.row <= row && row <= to.row);
    for (let column = 1; column <= columns; column += 1) {
      const isCovered = ranges.some(
        ({ from, to }) =>
          from.column <= column &&
          column <= to.column &&
          (from.column !== column || from.row !== row),
      );
      const computed = sheet.computed.get(buildCellKey({ row, column }));
      if (isCovered) problems[column - 1] = 'merged';
      else if (computed === 'error') problems[column - 1] = 'error';
      // Programs without a calculation engine store any result and set `fullCalcOnLoad`, so the
      // stored results are unreliable.
      else if (computed === 'no-result' || (computed === 'result' && isRecalculated)) {
        problems[column - 1] = 'formula';
      }
    }
    return problems;
  },
  computedRowsAfter(row) {
    const rows = [...(sheet?.computed.keys() ?? [])].map((key) => Math.floor(key / COLUMNS));
    return [...new Set(rows.filter((item) => item > row))].toSorted(
      (first, other) => first - other,
    );
  },
});

/** Returns whether the reader parses a file as XML. It ignores all others. */
const isXml = (path: string): boolean => path.endsWith('.xml') || path.endsWith('.rels');

/**
 * Scans a workbook in chunks, without storing its cells, before the reader builds rows. Otherwise
 * one cell at the far corner of a sheet would make the reader create all cells before it. A text of
 * many megabytes would be searched again with each chunk.
 *
 * @param requestedSheet name of the sheet to read; null: the first visible one
 * @returns properties of the sheet that the reader of the cells does not provide
 * @throws RefusedFile
 */
export const scanWorkbook = async (
  path: string,
  limits: Limits,
  requestedSheet: string | null,
): Promise<ScannedSheet> => {
  const sheets: Sheet[] = [];
  const longest: number[] = [];
  const listedSheets: ListedSheet[] = [];
  let [isListed, isRecalculated] = [false, false];
  const targets = new Map<string, string>();
  /** Ids of parts that are no worksheets, such as sheets with only a chart. */
  const others = new Set<string>();
  const styles = createStyles();
  let [unpacked, stated, decoded] = [0, 0, 0];

  const assertSize = (): void => {
    if (Math.max(unpacked, stated, decoded) > MOST_UNPACKED) {
      throw new RefusedFile({ reason: 'unreadable' });
    }
  };

  const createWatcher = (entry: string): Watcher | null => {
    if (entry === WORKBOOK) {
      return {
        onElement({ name, attribute }) {
          if (name === 'sheet' && listedSheets.length < MOST_RANGES) {
            listedSheets.push({
              name: attribute('name') ?? '',
              id: attribute('id'),
              isHidden: ['hidden', 'veryHidden'].includes(attribute('state') ?? ''),
            });
          }
          if (name === 'calcPr') isRecalculated = isTrue(attribute('fullCalcOnLoad'));
        },
        onEnd(name) {
          if (name === 'sheets') isListed = true;
        },
      };
    }
    if (entry === PATHS) {
      return {
        onElement({ attribute }) {
          const [id, target] = [attribute('Id'), attribute('Target')];
          if (id === null || target === null) return;
          targets.set(id, target);
          if (attribute('Type')?.endsWith('/worksheet') === false) others.add(id);
        },
      };
    }
    if (!isXml(entry)) return null;
    const sheet: Sheet = {
      path: entry,
      refusal: null,
      cells: 0,
      text: 0,
      shared: new Map(),
      hiddenRows: new Set(),
      hiddenColumns: [],
      merged: [],
      dates: new Map(),
      computed: new Map(),
      styles: new Map(),
    };
    sheets.push(sheet);
    const cells = watchCells(limits, sheet, longest);
    if (entry !== STYLES) return cells;
    return {
      ...cells,
      onElement(element) {
        cells.onElement(element);
        styles.onElement(element);
      },
      onEnd(name) {
        cells.onEnd?.(name);
        styles.onEnd(name);
      },
    };
  };

  const listWorksheets = (): ListedSheet[] =>
    listedSheets.filter(({ id }) => id === null || !others.has(id));

  const findListed = (): ListedSheet | undefined => {
    const all = listWorksheets();
    return requestedSheet === null
      ? (all.find(({ isHidden }) => !isHidden) ?? all[0])
      : all.find(({ name }) => toNfc(name) === toNfc(requestedSheet));
  };

  /** Returns the sheets that the reader may read: all of them while the right one is unknown. */
  const listReadableSheets = (isOver: boolean): readonly Sheet[] => {
    const listedSheet = isListed ? findListed() : undefined;
    const fieldPath = listedSheet === undefined ? null : findSheetPath(listedSheet, targets);
    if (fieldPath !== null) return sheets.filter((sheet) => sheet.path === fieldPath);
    return isOver ? sheets : [];
  };

  const assertTaken = (isOver: boolean): void => {
    const refusal = listReadableSheets(isOver).find((sheet) => sheet.refusal !== null)?.refusal;
    if (refusal !== undefined && refusal !== null) throw new RefusedFile(refusal);
  };

  const { Parse } = await import('unzipper-esm');
  const file = createReadStream(path);
  const archive = file.pipe(Parse());
  const fail = (error: unknown): void => {
    archive.destroy(error instanceof Error ? error : new Error(String(error)));
  };
  file.on('error', fail);
  archive.on('entry', (entry: UnpackedEntry) => {
    const watcher = createWatcher(entry.path);
    const decoder = new TextDecoder();
    const take = watcher === null ? null : createElementReader(watcher.onElement, watcher);
    if (take !== null) stated += entry.vars.uncompressedSize ?? 0;
    let [characters, isWide] = [0, false];
    const decode = (piece: Buffer): string => {
      const text = decoder.decode(piece, { stream: true });
      if (!isWide && WIDE_CHARACTERS.test(text)) {
        isWide = true;
        decoded += characters;
      }
      characters += text.length;
      decoded += text.length * (isWide ? 2 : 1);
      return text;
    };
    entry.on('error', fail);
    entry.on('data', (piece: Buffer) => {
      unpacked += piece.length;
      try {
        const text = take === null ? '' : decode(piece);
        assertSize();
        take?.(text);
        assertTaken(false);
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
  const hasCells = (item: ListedSheet): boolean => {
    const fieldPath = findSheetPath(item, targets);
    return sheets.some((sheet) => sheet.path === fieldPath && sheet.cells > 0);
  };

  assertSize();
  assertTaken(true);
  if (listReadableSheets(true).some((sheet) => countCellCharacters(sheet, longest) > limits.text)) {
    throw new RefusedFile({ reason: 'too-much-text' });
  }
  const listedSheet = findListed();
  if (listedSheet === undefined && requestedSheet !== null)
    throw new RefusedFile({ reason: 'no-sheet' });
  const [sheet] = listReadableSheets(true);
  return {
    position: listedSheet === undefined ? 1 : listedSheets.indexOf(listedSheet) + 1,
    name: listedSheet?.name ?? '',
    hiddenSheets: listWorksheets()
      .filter(({ isHidden }) => isHidden)
      .map(({ name }) => name),
    otherSheets: listWorksheets()
      .filter(
        (worksheet) => worksheet !== listedSheet && !worksheet.isHidden && hasCells(worksheet),
      )
      .map(({ name }) => name),
    ...createSheetLayout(sheet, { isRecalculated, styles }, limits),
  };
};
