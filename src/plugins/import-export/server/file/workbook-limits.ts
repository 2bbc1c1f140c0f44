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
const VALUES = new Set(['v', 't', 'is']);

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
};

/** Reads the events of one file of a workbook. */
type Watcher = {
  onElement: (element: Element) => void;
  onText?: (text: string) => void;
  onEnd?: (name: string) => void;
};

/** Digits of the largest number of a shared text. */
const LONGEST_INDEX = 10;

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
  /** The element whose texts belong together. */
  let within: 'c' | 'si' | null = null;
  let isShared = false;
  let hasValue = false;
  let index = '';
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
    [within, isShared, hasValue, index, length] = [
      'c',
      element.attribute('t') === 's',
      false,
      '',
      0,
    ];
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
    if (!isShared) sheet.text += length;
    else if (hasValue) {
      const at = Number(index);
      sheet.shared.set(at, (sheet.shared.get(at) ?? 0) + 1);
    }
    if (sheet.text > limits.text) refuse({ reason: 'too-much-text' });
  };

  return {
    onElement(element) {
      const { name } = element;
      if (name === 'row') goTo(element, { column: 0, row: place.row + 1 });
      else if (name === 'c') beginCell(element);
      else if (name === 'si') [within, length] = ['si', 0];
      else if (within === 'c' && VALUES.has(name)) beginValue();
      if (within === null) length = 0;
    },
    onText(text) {
      length += text.length;
      if (within === 'c' && index.length < LONGEST_INDEX) index += text.slice(0, LONGEST_INDEX);
      if (length <= limits.cell) return;
      if (within === 'c') refuse({ reason: 'cell-too-long', ...place });
      else throw new RefusedFile({ reason: within === 'si' ? 'text-too-long' : 'unreadable' });
    },
    onEnd(name) {
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

/** Where a workbook says that its sheets are; the reader takes the first one. */
const sheetPath = (first: string | null, targets: ReadonlyMap<string, string>): string | null => {
  const target = first === null ? undefined : targets.get(first);
  if (target === undefined) return null;
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
};

/** Files that the reader takes for XML; it looks at no others. */
const isXml = (path: string): boolean => path.endsWith('.xml') || path.endsWith('.rels');

/**
 * Looks through a workbook, unpacking it piece by piece and keeping nothing, before anything of it is laid out: one
 * cell at the far corner of a sheet would be laid out as all those before it, and one text of many megabytes be
 * searched again with each piece of it.
 *
 * @throws RefusedFile
 */
export const assertWithinLimits = async (path: string, limits: Limits): Promise<void> => {
  const sheets: Sheet[] = [];
  const longest: number[] = [];
  let first: string | null = null;
  const targets = new Map<string, string>();
  let unpacked = 0;

  const watcherOf = (entry: string): Watcher | null => {
    if (entry === WORKBOOK) {
      return {
        onElement({ name, attribute }) {
          if (name === 'sheet') first ??= attribute('id');
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
    const sheet = { path: entry, refusal: null, cells: 0, text: 0, shared: new Map() };
    sheets.push(sheet);
    return watchCells(limits, sheet, longest);
  };

  /** The sheets that the reader may take: all of them until it is known which one is the first. */
  const takenSheets = (isOver: boolean): readonly Sheet[] => {
    const known = sheetPath(first, targets);
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
  assertTaken(true);
  if (takenSheets(true).some((sheet) => wholeText(sheet, longest) > limits.text)) {
    throw new RefusedFile({ reason: 'too-much-text' });
  }
};
