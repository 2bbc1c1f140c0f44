import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { TextDecoder } from 'node:util';
import type { CellFormat } from '../../../../../platform/http/spreadsheets/text';
import { createStyles } from './cell-formats';
import type { CellProblem, Limits, Refusal } from './protocol';
import { RefusedFile } from './refused-file';
import { elementReader, type Element } from './xml-elements';

/** In bytes: more than ten thousand long rows unpack to. A few kilobytes can hold gigabytes, whatever they say of themselves. */
const MOST_UNPACKED = 512 * 2 ** 20;

const WORKBOOK = 'xl/workbook.xml';
const STYLES = 'xl/styles.xml';
const PATHS = 'xl/_rels/workbook.xml.rels';

/** Columns and rows of the largest sheet that there can be. */
const ADDRESS = /^([A-Z]{0,3})(\d{1,7})$/;

type Place = { column: number; row: number };

/** The column (0: none) and the row of an address like `AB12`; null: it is none. */
const placeOf = (address: string): Place | null => {
  const [, letters = '', digits] = ADDRESS.exec(address) ?? [];
  if (digits === undefined) return null;
  const column = Array.from(letters).reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  );
  return { column, row: Number(digits) };
};

/** A file of an archive as it is unpacked. */
type UnpackedEntry = Readable & { path: string };

/** What holds the value of a cell; one that is only formatted has none. */
const VALUES = new Set(['v', 't', 'is', 'f']);

/** Those of them whose text is what people see. */
const RESULTS = new Set(['v', 't']);

/** More than anybody makes. */
const MOST_RANGES = 10_000;

/** The first and last column and row of some cells. */
type Range = { from: Place; to: Place };

/** Columns of a sheet at most, by which the places of cells are told apart as numbers. */
const COLUMNS = 16_384;

const keyOf = ({ column, row }: Place): number => row * COLUMNS + column;

/** What a sheet holds, as far as it has been unpacked. */
type Sheet = {
  path: string;
  /** What is wrong with it; the reader may never look at it. */
  refusal: Refusal | null;
  cells: number;
  /** Characters of the texts that stand in its cells. */
  text: number;
  /** How many of its cells hold which of the texts that cells share. */
  shared: Map<number, number>;
  hiddenRows: Set<number>;
  /** The first and last of some columns. */
  hiddenColumns: (readonly [first: number, last: number])[];
  merged: Range[];
  /** The texts of cells that store a date as text. */
  dates: Map<number, string>;
  /** Cells with a formula and those with an error. */
  computed: Map<number, 'result' | 'no-result' | 'error'>;
  /** The styles of cells that hold a number, by which dates are numbers, too. */
  styles: Map<number, number>;
};

const isTrue = (text: string | null): boolean => text === '1' || text === 'true';

/** Reads the events of one file of a workbook. */
type Watcher = {
  onElement: (element: Element) => void;
  onText?: (text: string) => void;
  onEnd?: (name: string) => void;
};

/** Digits of the largest number of a shared text, and characters of a date. */
const LONGEST_VALUE = 40;

/**
 * Watches a file of which it is not known yet whether it is a sheet, the texts that cells share, or neither: a workbook
 * may have them at any path.
 *
 * @param longest is filled with the lengths of shared texts by their numbers, the longest of each number
 * @throws RefusedFile for a text that is too long wherever it stands
 */
const watchCells = (limits: Limits, sheet: Sheet, longest: number[]): Watcher => {
  let place: Place = { column: 0, row: 0 };
  let strings = 0;
  let [type, hasFormula, hasResult, isInResult]: [string | null, boolean, boolean, boolean] = [
    null,
    false,
    false,
    false,
  ];
  let style = 0;
  /** The element whose texts belong together. */
  let within: 'c' | 'si' | null = null;
  let isShared = false;
  let hasValue = false;
  let value = '';
  let length = 0;

  const refuse = (refusal: Refusal): void => {
    sheet.refusal ??= refusal;
  };

  /** @param next where an element is that has no address of its own */
  const goTo = ({ attribute }: Element, next: Place): void => {
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
    // The reader takes cells with errors for empty ones.
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
        // An empty text is a result, too.
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

/** The characters of all cells of a sheet, each shared text as often as it is shown. */
const wholeText = ({ text, shared }: Sheet, longest: readonly number[]): number =>
  [...shared].reduce((sum, [index, count]) => sum + count * (longest[index] ?? 0), text);

/** A sheet as the workbook lists it; `id`: of where it is. */
type ListedSheet = { name: string; id: string | null; isHidden: boolean };

const sheetPath = (
  { id }: Pick<ListedSheet, 'id'>,
  targets: ReadonlyMap<string, string>,
): string | null => {
  const target = id === null ? undefined : targets.get(id);
  if (target === undefined) return null;
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
};

/** What is known of the sheet that is read, besides the values of its cells. */
export type ScannedSheet = {
  /** Counted from 1. */
  position: number;
  name: string;
  hiddenSheets: readonly string[];
  /** Visible sheets with cells, besides the one that is read. */
  otherSheets: readonly string[];
  /** Counted from 0, as those of problems. */
  hiddenColumns: readonly number[];
  isRowHidden: (row: number) => boolean;
  /** The text of a cell that stores a date as text; undefined where it does not. */
  dateIn: (row: number, column: number) => string | undefined;
  /** How a cell that holds a number shows it. */
  formatOf: (row: number, column: number) => CellFormat | undefined;
  /** What keeps empty cells of a row from meaning that they are empty. */
  problemsOf: (row: number, columns: number) => Readonly<Record<number, CellProblem>>;
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
      // Programs that do not calculate write any result, and have it calculated when the file is opened.
      else if (computed === 'no-result' || (computed === 'result' && isRecalculated)) {
        problems[column - 1] = 'formula';
      }
    }
    return problems;
  },
});

/** Files that the reader takes for XML; it looks at no others. */
const isXml = (path: string): boolean => path.endsWith('.xml') || path.endsWith('.rels');

/**
 * Scans a workbook, unpacking it piece by piece and keeping nothing, before anything of it is laid out: one
 * cell at the far corner of a sheet would be laid out as all those before it, and one text of many megabytes be
 * searched again with each piece of it.
 *
 * @param wanted the name of the sheet that is to be read; null: the first one that people see
 * @returns what the reader of its cells does not say
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
          if (id !== null && target !== null) targets.set(id, target);
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

  const findListed = (): ListedSheet | undefined =>
    wanted === null
      ? (listed.find(({ isHidden }) => !isHidden) ?? listed[0])
      : listed.find(({ name }) => name === wanted);

  /** The sheets that the reader may take: all of them until it is known which one it is. */
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
    hiddenSheets: listed.filter(({ isHidden }) => isHidden).map(({ name }) => name),
    otherSheets: listed
      .filter((one) => one !== taken && !one.isHidden && hasCells(one))
      .map(({ name }) => name),
    ...layoutOf(sheet, { isRecalculated, styles }, limits),
  };
};
