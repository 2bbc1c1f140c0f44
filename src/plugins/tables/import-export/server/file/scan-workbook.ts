import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { TextDecoder } from 'node:util';
import { toNfc } from '../../../../../platform/database/nfc';
import type { CellFormat } from '../../../../../platform/http/spreadsheets/text';
import { createStyles } from './cell-formats';
import { RefusedFile, type CellProblem, type Limits, type Refusal } from './protocol';
import { elementReader, type Element } from './xml-elements';

/**
 * Maximum unpacked size in bytes, more than ten thousand long rows need. An archive of a few
 * kilobytes can hold gigabytes, and its stated sizes prove nothing.
 */
const MOST_UNPACKED = 512 * 2 ** 20;

const WORKBOOK = 'xl/workbook.xml';
const STYLES = 'xl/styles.xml';
const PATHS = 'xl/_rels/workbook.xml.rels';

/** Address within the largest possible sheet. */
const ADDRESS = /^([A-Z]{0,3})(\d{1,7})$/;

type CellPosition = { column: number; row: number };

/** Returns the column (0: none) and row of an address like `AB12`, or null if it is invalid. */
const placeOf = (address: string): CellPosition | null => {
  const [, letters = '', digits] = ADDRESS.exec(address) ?? [];
  if (digits === undefined) return null;
  const column = Array.from(letters).reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  );
  return { column, row: Number(digits) };
};

/** Entry of an archive while it is unpacked. */
type UnpackedEntry = Readable & { path: string };

/** Elements of a cell's value. A cell with only a format has none. */
const VALUES = new Set(['v', 't', 'is', 'f']);

/** Elements whose text is displayed. */
const RESULTS = new Set(['v', 't']);

/** Maximum number of merged and hidden ranges, more than real files have. */
const MOST_RANGES = 10_000;

/** First and last cell of a range. */
type Range = { from: CellPosition; to: CellPosition };

/** Maximum number of columns of a sheet. It makes cell positions unique numbers. */
const COLUMNS = 16_384;

const keyOf = ({ column, row }: CellPosition): number => row * COLUMNS + column;

/** Contents of a sheet, as far as unpacked. */
type Sheet = {
  path: string;
  /** Reason to refuse it. It only counts if the sheet is read. */
  refusal: Refusal | null;
  cells: number;
  /** Number of characters in its own cells. */
  text: number;
  /** Number of cells by index of their shared text. */
  shared: Map<number, number>;
  hiddenRows: Set<number>;
  /** First and last column of each hidden range. */
  hiddenColumns: (readonly [first: number, last: number])[];
  merged: Range[];
  /** Texts of cells that store dates as text. */
  dates: Map<number, string>;
  /** Cells with a formula or an error. */
  computed: Map<number, 'result' | 'no-result' | 'error'>;
  /** Styles of cells with numbers. Dates are numbers as well. */
  styles: Map<number, number>;
};

const isTrue = (text: string | null): boolean => text === '1' || text === 'true';

/** Handlers for the XML events of one file of a workbook. */
type Watcher = {
  onElement: (element: Element) => void;
  onText?: (text: string) => void;
  onEnd?: (name: string) => void;
};

/** Maximum number of characters read of a value: a shared text's index, or a date. */
const LONGEST_VALUE = 40;

/**
 * Watches a file that may be a sheet, the shared texts, or neither: workbooks may store them under
 * any path.
 *
 * @param longest is filled with the maximum length of the shared text at each index
 * @throws RefusedFile for a text that is too long outside cells
 */
const watchCells = (limits: Limits, sheet: Sheet, longest: number[]): Watcher => {
  let place: CellPosition = { column: 0, row: 0 };
  let strings = 0;
  let [type, hasFormula, hasResult, isInResult]: [string | null, boolean, boolean, boolean] = [
    null,
    false,
    false,
    false,
  ];
  let style = 0;
  /** Element whose texts are counted together. */
  let within: 'c' | 'si' | null = null;
  let isShared = false;
  let hasValue = false;
  let value = '';
  let length = 0;

  const refuse = (refusal: Refusal): void => {
    sheet.refusal ??= refusal;
  };

  /** @param next position of an element without an address */
  const goTo = ({ attribute }: Element, next: CellPosition): void => {
    const address = attribute('r');
    const named = address === null ? next : placeOf(address);
    if (named === null) refuse({ reason: 'unreadable' });
    else place = named;
  };

  const beginCell = (element: Element): void => {
    goTo(element, { ...place, column: place.column + 1 });
    type = element.attribute('t');
    style = Number(element.attribute('s') ?? 0);
    [within, isShared, hasValue, value, length] = ['c', type === 's', false, '', 0];
    [hasFormula, hasResult, isInResult] = [false, false, false];
  };

  const noteColumns = ({ attribute }: Element): void => {
    const [first, last] = [Number(attribute('min')), Number(attribute('max'))];
    const width = attribute('width');
    if (isTrue(attribute('hidden')) || (width !== null && Number(width) === 0)) {
      sheet.hiddenColumns.push([first, last]);
    }
  };

  const noteRow = ({ attribute }: Element): void => {
    const height = attribute('ht');
    if (isTrue(attribute('hidden')) || (height !== null && Number(height) === 0)) {
      sheet.hiddenRows.add(place.row);
    }
  };

  const noteMerged = ({ attribute }: Element): void => {
    const [from, to] = (attribute('ref') ?? '').split(':').map(placeOf);
    if (from && to) sheet.merged.push({ from, to });
  };

  const noteElement = (element: Element): void => {
    if (element.name === 'col') noteColumns(element);
    else if (element.name === 'mergeCell') noteMerged(element);
    if (sheet.merged.length + sheet.hiddenColumns.length > MOST_RANGES) {
      refuse({ reason: 'unreadable' });
    }
  };

  const beginValue = (): void => {
    if (place.row > limits.rows) refuse({ reason: 'too-many-rows' });
    if (place.column > limits.columns) refuse({ reason: 'too-many-columns' });
    if (hasValue) return;
    hasValue = true;
    sheet.cells += 1;
    if (sheet.cells > limits.cells) refuse({ reason: 'too-many-cells' });
  };

  const endCell = (): void => {
    // The reader treats cells with errors as empty.
    if (type === 'e') sheet.computed.set(keyOf(place), 'error');
    else if (hasFormula) sheet.computed.set(keyOf(place), hasResult ? 'result' : 'no-result');
    if ((type === null || type === 'n') && hasValue && style > 0) {
      sheet.styles.set(keyOf(place), style);
    }
    if (type === 'd' && hasValue) sheet.dates.set(keyOf(place), value);
    if (!isShared) sheet.text += length;
    else if (hasValue) {
      const at = Number(value);
      sheet.shared.set(at, (sheet.shared.get(at) ?? 0) + 1);
    }
    if (sheet.text > limits.text) refuse({ reason: 'too-much-text' });
  };

  return {
    onElement(element) {
      const { name } = element;
      if (name === 'row') {
        goTo(element, { column: 0, row: place.row + 1 });
        noteRow(element);
      } else if (name === 'c') beginCell(element);
      else if (name === 'si') [within, length] = ['si', 0];
      else if (within === 'c' && VALUES.has(name)) {
        beginValue();
        if (name === 'f') hasFormula = true;
        isInResult = RESULTS.has(name);
        // An empty text is a result as well.
        if (isInResult && type === 'str') hasResult = true;
      } else noteElement(element);
      if (within === null) length = 0;
    },
    onText(text) {
      length += text.length;
      if (isInResult && text.trim() !== '') hasResult = true;
      if (within === 'c' && isInResult && value.length < LONGEST_VALUE) {
        value += text.slice(0, LONGEST_VALUE);
      }
      if (length <= limits.cell) return;
      if (within === 'c') refuse({ reason: 'cell-too-long', ...place });
      else throw new RefusedFile({ reason: within === 'si' ? 'text-too-long' : 'unreadable' });
    },
    onEnd(name) {
      if (RESULTS.has(name)) isInResult = false;
      if (name !== within) return;
      if (name === 'si') {
        longest[strings] = Math.max(longest[strings] ?? 0, length);
        strings += 1;
      } else endCell();
      [within, length] = [null, 0];
    },
  };
};

/** Returns the number of characters in all cells. Shared texts count once per cell. */
const wholeText = ({ text, shared }: Sheet, longest: readonly number[]): number =>
  [...shared].reduce((sum, [index, count]) => sum + count * (longest[index] ?? 0), text);

/** Sheet in the workbook's list. `id` refers to its path. */
type ListedSheet = { name: string; id: string | null; isHidden: boolean };

const sheetPath = (
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

const layoutOf = (
  sheet: Sheet | undefined,
  { isRecalculated, styles }: { isRecalculated: boolean; styles: ReturnType<typeof createStyles> },
  limits: Limits,
): Omit<ScannedSheet, 'position' | 'name' | 'hiddenSheets' | 'otherSheets'> => ({
  hiddenColumns: (sheet?.hiddenColumns ?? []).flatMap(([first, last]) =>
    Array.from(
      { length: Math.max(0, Math.min(last, limits.columns) - first + 1) },
      (_, at) => first - 1 + at,
    ),
  ),
  isRowHidden: (row) => sheet?.hiddenRows.has(row) === true,
  dateIn: (row, column) => sheet?.dates.get(keyOf({ row, column })),
  formatOf(row, column) {
    const style = sheet?.styles.get(keyOf({ row, column }));
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
      const computed = sheet.computed.get(keyOf({ row, column }));
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
    return [...new Set(rows.filter((one) => one > row))].toSorted((one, other) => one - other);
  },
});

/** Returns whether the reader parses a file as XML. It ignores all others. */
const isXml = (path: string): boolean => path.endsWith('.xml') || path.endsWith('.rels');

/**
 * Scans a workbook in chunks, without storing its cells, before the reader builds rows. Otherwise
 * one cell at the far corner of a sheet would make the reader create all cells before it. A text of
 * many megabytes would be searched again with each chunk.
 *
 * @param wanted name of the sheet to read; null: the first visible one
 * @returns properties of the sheet that the reader of the cells does not provide
 * @throws RefusedFile
 */
export const scanWorkbook = async (
  path: string,
  limits: Limits,
  wanted: string | null,
): Promise<ScannedSheet> => {
  const sheets: Sheet[] = [];
  const longest: number[] = [];
  const listed: ListedSheet[] = [];
  let [isListed, isRecalculated] = [false, false];
  const targets = new Map<string, string>();
  /** Ids of parts that are no worksheets, such as sheets with only a chart. */
  const others = new Set<string>();
  const styles = createStyles();
  let unpacked = 0;

  const watcherOf = (entry: string): Watcher | null => {
    if (entry === WORKBOOK) {
      return {
        onElement({ name, attribute }) {
          if (name === 'sheet' && listed.length < MOST_RANGES) {
            listed.push({
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

  const worksheets = (): ListedSheet[] => listed.filter(({ id }) => id === null || !others.has(id));

  const findListed = (): ListedSheet | undefined => {
    const all = worksheets();
    return wanted === null
      ? (all.find(({ isHidden }) => !isHidden) ?? all[0])
      : all.find(({ name }) => toNfc(name) === toNfc(wanted));
  };

  /** Returns the sheets that the reader may read: all of them while the right one is unknown. */
  const takenSheets = (isOver: boolean): readonly Sheet[] => {
    const taken = isListed ? findListed() : undefined;
    const known = taken === undefined ? null : sheetPath(taken, targets);
    if (known !== null) return sheets.filter((sheet) => sheet.path === known);
    return isOver ? sheets : [];
  };

  const assertTaken = (isOver: boolean): void => {
    const refusal = takenSheets(isOver).find((sheet) => sheet.refusal !== null)?.refusal;
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
    const watcher = watcherOf(entry.path);
    const decoder = new TextDecoder();
    const take = watcher === null ? null : elementReader(watcher.onElement, watcher);
    entry.on('error', fail);
    entry.on('data', (piece: Buffer) => {
      unpacked += piece.length;
      try {
        if (unpacked > MOST_UNPACKED) throw new RefusedFile({ reason: 'unreadable' });
        take?.(decoder.decode(piece, { stream: true }));
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
  const hasCells = (one: ListedSheet): boolean => {
    const known = sheetPath(one, targets);
    return sheets.some((sheet) => sheet.path === known && sheet.cells > 0);
  };

  assertTaken(true);
  if (takenSheets(true).some((sheet) => wholeText(sheet, longest) > limits.text)) {
    throw new RefusedFile({ reason: 'too-much-text' });
  }
  const taken = findListed();
  if (taken === undefined && wanted !== null) throw new RefusedFile({ reason: 'no-sheet' });
  const [sheet] = takenSheets(true);
  return {
    position: taken === undefined ? 1 : listed.indexOf(taken) + 1,
    name: taken?.name ?? '',
    hiddenSheets: worksheets()
      .filter(({ isHidden }) => isHidden)
      .map(({ name }) => name),
    otherSheets: worksheets()
      .filter((one) => one !== taken && !one.isHidden && hasCells(one))
      .map(({ name }) => name),
    ...layoutOf(sheet, { isRecalculated, styles }, limits),
  };
};
