import { RefusedFile, type Limits, type Refusal } from './protocol';
import { Parser } from 'htmlparser2';

/** XML element. Prefixes of its name and attributes are ignored. */
export type Element = {
  name: string;
  /** Returns an attribute, or null if it is missing. */
  attribute: (name: string) => string | null;
};

/** Maximum number of characters without an event, as in an unterminated attribute. */
const LONGEST = 65_536;

/** Maximum depth, more than any sheet has. The parser slows down with depth. */
const MAX_DEPTH = 64;

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

type Others = {
  /** Called with texts, possibly in several pieces. */
  onText?: (text: string) => void;
  onEnd?: (name: string) => void;
};

/**
 * Parses XML in chunks and reports its elements, without storing anything.
 *
 * @returns a function that takes the next chunk
 * @throws RangeError if an element does not end, or is nested too deeply
 */
export const createElementReader = (
  onElement: (element: Element) => void,
  { onText, onEnd }: Others = {},
): ((piece: string) => void) => {
  let waiting = 0;
  let depth = 0;
  const resetWaiting = (): void => {
    waiting = 0;
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        resetWaiting();
        depth += 1;
        if (depth > MAX_DEPTH) throw new RangeError('an element is within too many others');
        onElement({
          name: withoutPrefix(name),
          attribute: (requestedName) =>
            Object.entries(attributes).find(
              ([attributeName]) => withoutPrefix(attributeName) === requestedName,
            )?.[1] ?? null,
        });
      },
      onclosetag(name) {
        resetWaiting();
        depth -= 1;
        onEnd?.(withoutPrefix(name));
      },
      ontext(text) {
        resetWaiting();
        onText?.(text);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  return (piece) => {
    for (let start = 0; start < piece.length; start += LONGEST) {
      const part = piece.slice(start, start + LONGEST);
      waiting += part.length;
      parser.write(part);
      if (waiting > 2 * LONGEST) throw new RangeError('an element does not end');
    }
  };
};

/** Address within the largest possible sheet. */
const ADDRESS = /^([A-Z]{0,3})(\d{1,7})$/;

type CellPosition = { column: number; row: number };

/** Returns the column (0: none) and row of an address like `AB12`, or null if it is invalid. */
const parseCellAddress = (address: string): CellPosition | null => {
  const [, letters = '', digits] = ADDRESS.exec(address) ?? [];
  if (digits === undefined) return null;
  const column = Array.from(letters).reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  );
  return { column, row: Number(digits) };
};

/** Elements of a cell's value. A cell with only a format has none. */
const VALUES = new Set(['v', 't', 'is', 'f']);

/** Elements whose text is displayed. */
const RESULTS = new Set(['v', 't']);

/** Maximum number of merged and hidden ranges, more than real files have. */
export const MOST_RANGES = 10_000;

type Range = { from: CellPosition; to: CellPosition };

/** Maximum number of columns of a sheet. It makes cell positions unique numbers. */
export const COLUMNS = 16_384;

export const buildCellKey = ({ column, row }: CellPosition): number => row * COLUMNS + column;

/** Contents of a sheet, as far as unpacked. */
export type Sheet = {
  path: string;
  /** Reason to refuse it. It only counts if the sheet is read. */
  refusal: Refusal | null;
  cells: number;
  text: number;
  /** Number of cells by index of their shared text. */
  shared: Map<number, number>;
  hiddenRows: Set<number>;
  /** First and last column of each hidden range. */
  hiddenColumns: (readonly [first: number, last: number])[];
  merged: Range[];
  /** Texts of cells that store dates as text. */
  dates: Map<number, string>;
  computed: Map<number, 'result' | 'no-result' | 'error'>;
  /** Styles of cells with numbers. Dates are numbers as well. */
  styles: Map<number, number>;
};

export const isTrue = (text: string | null): boolean => text === '1' || text === 'true';

/** Handlers for the XML events of one file of a workbook. */
export type Watcher = {
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
export const watchCells = (limits: Limits, sheet: Sheet, longest: number[]): Watcher => {
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
  let openElement: 'c' | 'si' | null = null;
  let isShared = false;
  let hasValue = false;
  let value = '';
  let length = 0;

  const refuse = (refusal: Refusal): void => {
    sheet.refusal ??= refusal;
  };

  /** @param next position of an element without an address */
  const moveTo = ({ attribute }: Element, next: CellPosition): void => {
    const address = attribute('r');
    const position = address === null ? next : parseCellAddress(address);
    if (position === null) refuse({ reason: 'unreadable' });
    else place = position;
  };

  const beginCell = (element: Element): void => {
    moveTo(element, { ...place, column: place.column + 1 });
    type = element.attribute('t');
    style = Number(element.attribute('s') ?? 0);
    [openElement, isShared, hasValue, value, length] = ['c', type === 's', false, '', 0];
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
    const [from, to] = (attribute('ref') ?? '').split(':').map(parseCellAddress);
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
    if (type === 'e') sheet.computed.set(buildCellKey(place), 'error');
    else if (hasFormula)
      sheet.computed.set(buildCellKey(place), hasResult ? 'result' : 'no-result');
    if ((type === null || type === 'n') && hasValue && style > 0) {
      sheet.styles.set(buildCellKey(place), style);
    }
    if (type === 'd' && hasValue) sheet.dates.set(buildCellKey(place), value);
    if (!isShared) sheet.text += length;
    else if (hasValue) {
      const index = Number(value);
      sheet.shared.set(index, (sheet.shared.get(index) ?? 0) + 1);
    }
    if (sheet.text > limits.text) refuse({ reason: 'too-much-text' });
  };

  return {
    onElement(element) {
      const { name } = element;
      if (name === 'row') {
        moveTo(element, { column: 0, row: place.row + 1 });
        noteRow(element);
      } else if (name === 'c') beginCell(element);
      else if (name === 'si') [openElement, length] = ['si', 0];
      else if (openElement === 'c' && VALUES.has(name)) {
        beginValue();
        if (name === 'f') hasFormula = true;
        isInResult = RESULTS.has(name);
        // An empty text is a result as well.
        if (isInResult && type === 'str') hasResult = true;
      } else noteElement(element);
      if (openElement === null) length = 0;
    },
    onText(text) {
      length += text.length;
      if (isInResult && text.trim() !== '') hasResult = true;
      if (openElement === 'c' && isInResult && value.length < LONGEST_VALUE) {
        value += text.slice(0, LONGEST_VALUE);
      }
      if (length <= limits.cell) return;
      if (openElement === 'c') refuse({ reason: 'cell-too-long', ...place });
      else throw new RefusedFile({ reason: openElement === 'si' ? 'text-too-long' : 'unreadable' });
    },
    onEnd(name) {
      if (RESULTS.has(name)) isInResult = false;
      if (name !== openElement) return;
      if (name === 'si') {
        longest[strings] = Math.max(longest[strings] ?? 0, length);
        strings += 1;
      } else endCell();
      [openElement, length] = [null, 0];
    },
  };
};
