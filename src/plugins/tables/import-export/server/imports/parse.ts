import type { TypeRequest } from '#platform/http/request-person';
import { stat } from 'node:fs/promises';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Text } from '#feature/layout';
import { createLocalizedError } from '#platform/http/localized-error';
import { cutText } from '#platform/http/spreadsheets/text';
import { loadDefaultLocale } from '#platform/strapi/default-locale';
import { findModel, isLocalized } from '#platform/strapi/models';
import { listSiteLocales } from '#platform/strapi/site-locales';
import { getFieldLookup, createFieldAccessCheck, type SheetRows } from '#plugins/tables/bulk-edit';
import {
  MOST_CELLS,
  MOST_COLUMNS,
  MOST_OF_CELL,
  MOST_OF_ROW,
  MOST_ROWS,
  type ReadOptions,
  type Source,
  type UnknownColumn,
} from '../../runs';
import { importSettings } from '../../settings';
import {
  assignColumns,
  listUnknownColumns,
  createHeadingStore,
  type RememberedHeadings,
  parseHeadings,
  buildHeadingKey,
  parseTextHeadings,
  type Heading,
} from '../columns/headings';
import { formatFieldPath } from '../columns/field-paths';
import { importErrors } from '../errors';
import {
  RefusedFile,
  type Limits,
  type Refusal,
  type SheetRow,
  type CellProblem,
} from '../file/protocol';
import { readSheetFile, type SheetFile } from '../file/sheet-thread';
import type { FileRow } from '../store/stored-run';
import { isByText } from '../types';
import { groupRowsByEntry, LONGEST_SAMPLE, type EntryItem } from './items';
import { isBlank } from '#catalogue/cell-texts';

/** Entries of a file, its ignored columns, and how it was read. */
type ParsedFile = {
  items: EntryItem[];
  /** Heading row and rows with entries, unchanged. */
  rows: Iterable<FileRow>;
  ignored: readonly string[];
  columns: readonly UnknownColumn[];
  source: Source;
};

const limits: Omit<Limits, 'text'> = {
  // Includes the heading row.
  rows: MOST_ROWS + 1,
  columns: MOST_COLUMNS,
  cells: MOST_CELLS,
  cell: MOST_OF_CELL,
  row: MOST_OF_ROW,
};

const refusals = {
  unreadable: importErrors.FILE_UNREADABLE,
  'no-sheet': importErrors.NO_SUCH_SHEET,
  'too-many-rows': importErrors.TOO_MANY_ROWS,
  'too-many-columns': importErrors.TOO_MANY_COLUMNS,
  'too-many-cells': importErrors.TOO_MANY_CELLS,
  'row-too-long': importErrors.FILE_ROW_TOO_LONG,
  'cell-too-long': importErrors.FILE_CELL_TOO_LONG,
  'text-too-long': importErrors.FILE_CELL_TOO_LONG,
} as const;

const describeRefusalPlace = (refusal: Refusal): Text | undefined => {
  if (refusal.reason === 'row-too-long') {
    return { en: `row ${refusal.row}`, es: `fila ${refusal.row}` };
  }
  if (refusal.reason !== 'cell-too-long') return undefined;
  const { row, column } = refusal;
  return { en: `row ${row}, column ${column}`, es: `fila ${row}, columna ${column}` };
};

export type SentFile = {
  file: string;
  name: string;
  reading: ReadOptions;
  /** Aborts reading; its reason is thrown. */
  signal?: AbortSignal | undefined;
};

const createFileTooLargeError = ({ strapi }: WithStrapi, limit: number): Error => {
  const megabytes = `${(limit / 2 ** 20).toFixed(0)} MB`;
  return createLocalizedError({ strapi }, importErrors.FILE_TOO_LARGE, {
    subject: { en: `more than ${megabytes}`, es: `más de ${megabytes}` },
    details: { limit },
  });
};

/** Reads the rows of an uploaded file in any format that spreadsheets write. */
const readSentFile = async (
  { strapi }: WithStrapi,
  { file, name, reading, signal }: SentFile,
): Promise<SheetFile> => {
  const { maxFileSize } = importSettings.of({ strapi });
  const { size } = await stat(file);
  if (size > maxFileSize) throw createFileTooLargeError({ strapi }, maxFileSize);
  try {
    // A workbook may hold as much text as a CSV file of the maximum size.
    return await readSheetFile(file, { limits: { ...limits, text: maxFileSize }, reading }, signal);
  } catch (cause) {
    if (!(cause instanceof RefusedFile)) throw cause;
    const { reason, ...details } = cause.refusal;
    if (reason === 'too-much-text') throw createFileTooLargeError({ strapi }, maxFileSize);
    if (reason === 'no-text') {
      const isCalledWorkbook = /\.xlsx$/i.test(name);
      const { FILE_NO_WORKBOOK, FILE_NO_TEXT } = importErrors;
      throw createLocalizedError({ strapi }, isCalledWorkbook ? FILE_NO_WORKBOOK : FILE_NO_TEXT);
    }
    throw createLocalizedError({ strapi }, refusals[reason], {
      subject: describeRefusalPlace(cause.refusal),
      details,
      cause,
    });
  }
};

/** Refuses two columns for the same value: the last one would win unnoticed. */
const assertOnce = (
  { strapi }: WithStrapi,
  headings: readonly Heading[],
  { first, locale }: { first: readonly string[]; locale: string | null },
): void => {
  const usual = headings.some(({ kind }) => kind === 'language') ? null : locale;
  const seen = new Map<string, number>();
  headings.forEach((heading, index) => {
    const identity = buildHeadingKey(heading, usual);
    if (identity === null) return;
    const before = seen.get(identity);
    seen.set(identity, index);
    if (before === undefined) return;
    const columns = [before, index].map((column) => ({
      column: column + 1,
      name: first[column] ?? '',
    }));
    throw createLocalizedError({ strapi }, importErrors.COLUMN_TWICE, {
      subject: columns.map(({ column, name }) => `${column}: “${name}”`).join(', '),
      details: { columns },
    });
  });
};

const hasKey = (headings: readonly Heading[]): boolean =>
  headings.some(
    (heading) =>
      heading.kind === 'key' ||
      (heading.kind === 'field' && ['SKU', 'slug'].includes(formatFieldPath(heading.place))),
  );

const hasField = (headings: readonly Heading[]): boolean =>
  headings.some(({ kind }) => kind === 'field') ||
  (['place', 'text'] as const).every((type) => headings.some(({ kind }) => kind === type));

const assertComplete = ({ strapi }: WithStrapi, headings: readonly Heading[]): void => {
  if (!hasKey(headings)) throw createLocalizedError({ strapi }, importErrors.NO_KEY_COLUMN);
  if (!hasField(headings)) throw createLocalizedError({ strapi }, importErrors.NO_FIELD_COLUMN);
};

/** Maximum number of rows above the headings, such as titles and dates of reports. */
const MOST_TITLE_ROWS = 20;

/** Returns the index of the heading row: the first row with a key and a field. */
const findHeadingIndex = (
  rows: readonly SheetRow[],
  headingsIn: (cells: readonly string[]) => readonly Heading[],
): number => {
  const index = rows.slice(0, MOST_TITLE_ROWS + 1).findIndex(({ cells }) => {
    const headings = headingsIn(cells);
    return hasKey(headings) && hasField(headings);
  });
  return Math.max(index, 0);
};

const SAMPLE_ROWS = 3;
const SAMPLE_COLUMNS = 8;

/** Returns the sample that shows users whether the file was read correctly. */
const pickSample = (first: readonly string[], rows: readonly SheetRow[]): Source['sample'] => {
  const isTelling = ({ cells }: SheetRow): boolean =>
    cells.some((cell) => /[^\p{ASCII}]/u.test(cell));
  const telling = rows.filter(isTelling).slice(0, SAMPLE_ROWS);
  const sampleRows = [...new Set([...telling, ...rows.slice(0, SAMPLE_ROWS)])].slice(
    0,
    SAMPLE_ROWS,
  );
  return [first, ...sampleRows.map(({ cells }) => cells)].map((cells) =>
    cells.slice(0, SAMPLE_COLUMNS).map((cell) => cutText(cell, LONGEST_SAMPLE)),
  );
};

/** Yields rows as the result of an import shows them, while they are stored piece by piece. */
const generateFileRows = function* (
  all: readonly SheetRow[],
  items: readonly EntryItem[],
): Generator<FileRow> {
  const itemOf = new Map(
    items.flatMap(({ rows }, index) => rows.map((number) => [number, index + 1] as const)),
  );
  for (const { number, cells } of all) {
    yield { number, item: itemOf.get(number) ?? null, cells };
  }
};

/**
 * Parses the file of an import.
 *
 * @param ability permissions of the user; columns without write permission are ignored and listed
 * @throws ValidationError or http-error 413 of {@link importErrors}
 */
export const parseFile = async (
  { strapi }: WithStrapi,
  { uid, ability, ...sentParts }: TypeRequest & SentFile,
): Promise<ParsedFile> => {
  const { source, rows: all } = await readSentFile({ strapi }, sentParts);
  const model = findModel({ strapi }, uid);
  const attributes = model?.attributes ?? {};
  const hasLanguages = isLocalized(model);
  const locales = hasLanguages ? await listSiteLocales({ strapi }) : [];
  const mayField = createFieldAccessCheck({ strapi }, { uid, ability });
  const isTexts = isByText(uid);
  const locale = hasLanguages ? await loadDefaultLocale({ strapi }) : null;
  const remembered: RememberedHeadings = isTexts
    ? new Map()
    : await createHeadingStore({ strapi }).find(uid);
  const context = { fieldsOf: getFieldLookup({ strapi }), uid, locales };
  const readHeadings = (cells: readonly string[]): Heading[] =>
    isTexts
      ? parseTextHeadings(locales, cells)
      : assignColumns({ ...context, remembered, usual: locale }, parseHeadings(context, cells));
  const headingIndex = findHeadingIndex(all, readHeadings);
  const { cells: first, number: headingRow } = all[headingIndex] ?? { cells: [], number: 1 };
  const rows = all.slice(headingIndex + 1);
  if (rows.length === 0) throw createLocalizedError({ strapi }, importErrors.FILE_EMPTY);
  const headings = readHeadings(first).map((heading, column): Heading =>
    heading.kind === 'field' && !mayField('update', heading.place)
      ? { kind: 'ignored', text: first[column] ?? '' }
      : heading,
  );
  assertOnce({ strapi }, headings, { first, locale });
  assertComplete({ strapi }, headings);
  const { hiddenColumns, ...readAs } = source;
  const items = await groupRowsByEntry({
    headings,
    first,
    rows,
    hiddenColumns: new Set(hiddenColumns),
    locales,
    locale,
    isKeyedByTitle: attributes.slug !== undefined && attributes.SKU === undefined,
  });
  return {
    items,
    rows: generateFileRows(all.slice(headingIndex), items),
    columns: isTexts ? [] : listUnknownColumns(context, first, remembered),
    source: { ...readAs, headingRow, sample: pickSample(first, rows) },
    ignored: headings.flatMap((heading) =>
      heading.kind === 'ignored' && heading.text.trim() !== '' ? [heading.text.trim()] : [],
    ),
  };
};

/** Maximum number of cells named in a message. */
const MOST_NAMED = 5;

const texts: Readonly<Record<CellProblem, Text>> = {
  formula: { en: 'formula without a result', es: 'fórmula sin resultado' },
  error: { en: 'error of the spreadsheet', es: 'error de la hoja de cálculo' },
  merged: { en: 'part of a merged cell', es: 'parte de una celda combinada' },
};

type Cell = { row: number; column: number; problem: CellProblem };

/** Returns whether a row of CSV declares the separator. */
const isSeparatorRow = ({ number, cells: [first = ''] }: SheetRow): boolean =>
  number === 1 && /^"?sep=/i.test(first);

const listProblemCells = ({ number, problems = {} }: SheetRow): Cell[] =>
  Object.entries(problems).map(([column, problem]) => ({
    ...{ row: number, column: Number(column) + 1, problem },
  }));

const describeCells = (cells: readonly Cell[]): Text => {
  const joinDescriptions = (describe: (cell: Cell) => string): string =>
    cells.slice(0, MOST_NAMED).map(describe).join('; ') + (cells.length > MOST_NAMED ? '; …' : '');
  return {
    en: joinDescriptions(
      ({ row, column, problem }) => `row ${row}, column ${column}: ${texts[problem].en}`,
    ),
    es: joinDescriptions(
      ({ row, column, problem }) => `fila ${row}, columna ${column}: ${texts[problem].es}`,
    ),
  };
};

/**
 * Returns the rows of a file unchanged, for review before they are saved.
 *
 * @throws ValidationError `CELLS_WITHOUT_VALUE` if empty cells have unknown values; errors of
 *   {@link readSentFile}
 */
export const readSheetRows = async ({ strapi }: WithStrapi, sent: SentFile): Promise<SheetRows> => {
  const { rows: all, source } = await readSentFile({ strapi }, sent);
  const rows = all.filter((row) => !isSeparatorRow(row));
  const cells = rows.flatMap(listProblemCells);
  if (cells.length > 0) {
    throw createLocalizedError({ strapi }, importErrors.CELLS_WITHOUT_VALUE, {
      subject: describeCells(cells),
      details: { cells: cells.slice(0, MOST_NAMED) },
    });
  }
  const { sheet, hiddenSheets, otherSheets = [] } = source;
  const filled = new Set<number>();
  for (const row of rows) {
    row.cells.forEach((cell, column) => {
      if (!isBlank(cell)) filled.add(column);
    });
  }
  return {
    rows: rows.map(({ cells: row, isHidden = false }) => ({ cells: row, isHidden })),
    hiddenColumns: [...new Set(source.hiddenColumns)].filter((column) => filled.has(column)),
    ...{ sheet, hiddenSheets, otherSheets },
  };
};
