import { setImmediate as othersTurn } from 'node:timers/promises';
import { isBlank, isClearMarker } from '#catalogue/cell-texts';
import { normalizeCode } from '#catalogue/codes';
import { findLocale } from '#catalogue/locale-names';
import type { Text } from '#feature/layout';
import { cutText } from '#platform/http/spreadsheets/text';
import { slugify } from '#catalogue/slug';
import type { Sample } from '../../runs';
import type { Heading } from '../columns/headings';
import { parseFieldPath, formatFieldPath } from '../columns/field-paths';
import type { Write } from '../entries/merge-cells';
import type { CellProblem, SheetRow } from '../file/protocol';
import { findFormsInFile } from './keys';
import { type Related } from '../questions';

/** Key of an entry in a file: the first one present of id, SKU and slug. */
export type Key = { of: 'id' | 'SKU' | 'slug'; value: string };

export type LanguageWrites = {
  locale: string | null;
  writes: readonly Write[];
  /** Exported version. Null: not in the file. */
  version: string | null;
};

export type EntryItem = {
  rows: readonly number[];
  hiddenRows?: readonly number[];
  beyond?: readonly Sample[];
  key: Key | null;
  /**
   * Similar key of another entry in the file, which a spreadsheet may have changed into this one or
   * from it.
   */
  nearKey?: string;
  languages: readonly LanguageWrites[];
  error: Text | null;
  /** Error in its hidden rows, or between them and the others. */
  hiddenError?: Text | null;
  /** Set for entries that a decision creates. They have no rows. */
  related?: Related;
};

type ParsedRow = {
  row: number;
  key: Key | null;
  languages: readonly LanguageWrites[];
  error: Text | null;
  isHidden: boolean;
  beyond: readonly Sample[];
};

const problems = {
  key: {
    en: 'The row does not identify an entry.',
    es: 'La fila no identifica ninguna entrada.',
  },
  language: {
    en: 'The row names no locale, or a locale that the site does not have.',
    es: 'La fila no indica ningún idioma, o indica uno que el sitio no tiene.',
  },
  twice: {
    en: 'Another row writes the same fields of this entry. Keep one of them.',
    es: 'Otra fila escribe los mismos campos de esta entrada. Deja solo una.',
  },
} as const satisfies Record<string, Text>;

export type Sheet = {
  headings: readonly Heading[];
  first: readonly string[];
  rows: readonly SheetRow[];
  hiddenColumns: ReadonlySet<number>;
  locales: readonly string[];
  /** Locale of rows and columns without one. Null for types without locales. */
  locale: string | null;
  /** Whether rows without a key are identified by the slug of their title. */
  isKeyedByTitle: boolean;
};

const pairCells = (
  headings: readonly Heading[],
  row: readonly string[],
): readonly (readonly [Heading, string])[] =>
  headings.map((heading, index) => [heading, row[index] ?? ''] as const);

const findKey = (cells: ReturnType<typeof pairCells>): Key | null => {
  const findValue = (is: (heading: Heading) => boolean): string | undefined =>
    cells.find(([heading, text]) => is(heading) && !isBlank(text))?.[1].trim();
  const id = findValue((heading) => heading.kind === 'key');
  if (id !== undefined) return { of: 'id', value: normalizeCode(id) };
  for (const name of ['SKU', 'slug'] as const) {
    const value = findValue(
      (heading) =>
        heading.kind === 'field' && heading.place.length === 1 && heading.place[0] === name,
    );
    if (value !== undefined) return { of: name, value };
  }
  return null;
};

/** Returns the slug that the form of a new entry would have. */
const buildTitleKey = (cells: ReturnType<typeof pairCells>): Key | null => {
  const [, title = ''] =
    cells.find(
      ([heading, text]) =>
        heading.kind === 'field' &&
        ['title', 'name'].includes(formatFieldPath(heading.place)) &&
        !isBlank(text) &&
        !isClearMarker(text),
    ) ?? [];
  const value = slugify(title);
  return value === '' ? null : { of: 'slug', value };
};

const unreadable: Readonly<Record<CellProblem | 'missing', Text>> = {
  formula: {
    en: 'the formula has no result. Open the file in a spreadsheet program, save it and import it again.',
    es: 'la fórmula no tiene resultado. Abre el archivo en una hoja de cálculo, guárdalo y vuelve a importarlo.',
  },
  error: {
    en: 'the cell holds a spreadsheet error instead of a value. To clear the field, write [clear].',
    es: 'la celda contiene un error de la hoja de cálculo en vez de un valor. Para vaciar el campo, escribe [borrar].',
  },
  merged: {
    en: 'the cell is part of a merged cell. Unmerge it and fill in each cell.',
    es: 'la celda forma parte de una celda combinada. Sepárala y rellena cada celda.',
  },
  missing: {
    en: 'the row ends before this column. Add the missing cells, or save the file as an Excel workbook.',
    es: 'la fila termina antes de esta columna. Añade las celdas que faltan, o guarda el archivo como libro de Excel.',
  },
};

/** Returns the error of a row whose cells have unknown values. */
const findCellError = (
  { headings, first }: Sheet,
  { number, cells, problems: knownProblems = {} }: SheetRow,
): Text | null => {
  for (const [index, heading] of headings.entries()) {
    if (heading.kind === 'ignored') continue;
    const problem = knownProblems[index] ?? (index >= cells.length ? 'missing' : undefined);
    if (problem === undefined) continue;
    const column = index + 1;
    const name = first[index]?.trim() ?? '';
    return {
      en: `Row ${number}, column ${column} (${name}): ${unreadable[problem].en}`,
      es: `Fila ${number}, columna ${column} (${name}): ${unreadable[problem].es}`,
    };
  }
  return null;
};

/** Returns the error of a row whose texts have no place. */
const findPlaceError = ({ headings, first }: Sheet, { number, cells }: SheetRow): Text | null => {
  const placeIndex = headings.findIndex(({ kind }) => kind === 'place');
  if (placeIndex === -1 || !isBlank(cells[placeIndex] ?? '')) return null;
  const text = headings.findIndex(
    ({ kind }, column) => kind === 'text' && !isBlank(cells[column] ?? ''),
  );
  if (text === -1) return null;
  const [name, column] = [first[placeIndex]?.trim() ?? '', placeIndex + 1];
  const written = first[text]?.trim() ?? '';
  return {
    en: `Row ${number}, column ${column} (${name}): the cell is empty, so the text in “${written}” belongs to no field. Write its place, or clear the text.`,
    es: `Fila ${number}, columna ${column} (${name}): la celda está vacía, así que el texto de «${written}» no pertenece a ningún campo. Escribe su lugar o vacía el texto.`,
  };
};

/** Returns the cells that have a value but no heading. */
const findUnheadedCells = (first: readonly string[], { number, cells }: SheetRow): Sample[] =>
  cells.flatMap((cell, index) =>
    !isBlank(cell) && (first[index] ?? '').trim() === ''
      ? [{ row: number, column: String(index + 1), text: cutText(cell, LONGEST_SAMPLE) }]
      : [],
  );

/** Returns the values of a row by locale. */
const parseRow = (sheet: Sheet, row: SheetRow): ParsedRow => {
  const { headings, locales, locale: usual, hiddenColumns } = sheet;
  const isHidden = row.isHidden === true;
  const cells = pairCells(headings, row.cells);
  const key = findKey(cells) ?? (sheet.isKeyedByTitle ? buildTitleKey(cells) : null);
  const language = cells.find(([heading]) => heading.kind === 'language')?.[1];
  const ownLocale = language === undefined ? usual : findLocale(locales, language);
  const isLost = language !== undefined && ownLocale === null;
  const place = cells.find(([heading]) => heading.kind === 'place')?.[1].trim() ?? '';
  const languages = new Map<string | null, { writes: Write[]; version: string | null }>();
  const ensureLanguageWrites = (locale: string | null) => {
    const existing = languages.get(locale ?? ownLocale) ?? { writes: [], version: null };
    languages.set(locale ?? ownLocale, existing);
    return existing;
  };
  for (const [index, [heading, text]] of cells.entries()) {
    const hidden: Write['hidden'] = isHidden
      ? 'row'
      : hiddenColumns.has(index)
        ? 'column'
        : undefined;
    const isConverted = row.converted?.includes(index) === true;
    const cell: Omit<Write, 'place'> = {
      text,
      ...(hidden !== undefined && { hidden }),
      ...(isConverted && { isConverted }),
    };
    if (heading.kind === 'field')
      ensureLanguageWrites(heading.locale).writes.push({ place: heading.place, ...cell });
    if (heading.kind === 'text' && place !== '') {
      ensureLanguageWrites(heading.locale).writes.push({ place: parseFieldPath(place), ...cell });
    }
    if (heading.kind === 'version' && text.trim() !== '')
      ensureLanguageWrites(heading.locale).version = text.trim();
  }
  return {
    row: row.number,
    key,
    languages: [...languages].map(([locale, written]) => ({ locale, ...written })),
    error:
      findCellError(sheet, row) ??
      findPlaceError(sheet, row) ??
      (key === null ? problems.key : isLost ? problems.language : null),
    isHidden,
    beyond: findUnheadedCells(sheet.first, row),
  };
};

const joinRows = (all: readonly ParsedRow[]): EntryItem => {
  const languages = new Map<
    string | null,
    { writes: Map<string, Write>; version: string | null }
  >();
  const findRowError = (isHidden: boolean): Text | null =>
    all.find((parsed) => parsed.isHidden === isHidden && parsed.error !== null)?.error ?? null;
  let error = findRowError(false);
  let hiddenError = findRowError(true);
  // Hidden rows come last and do not override others, because they may be left out.
  for (const parsed of all.toSorted(
    (first, other) => Number(first.isHidden) - Number(other.isHidden),
  )) {
    for (const { locale, writes, version } of parsed.languages) {
      const merged = languages.get(locale) ?? { writes: new Map<string, Write>(), version: null };
      for (const write of writes) {
        const place = formatFieldPath(write.place);
        if (merged.writes.has(place)) {
          if (parsed.isHidden) hiddenError ??= problems.twice;
          else error ??= problems.twice;
        } else merged.writes.set(place, all.length === 1 ? write : { ...write, row: parsed.row });
      }
      merged.version ??= version;
      languages.set(locale, merged);
    }
  }
  const hiddenRows = all.flatMap(({ row, isHidden }) => (isHidden ? [row] : []));
  const beyond = all.flatMap((parsed) => parsed.beyond);
  return {
    rows: all.map(({ row }) => row),
    ...(hiddenRows.length > 0 && { hiddenRows, hiddenError }),
    ...(beyond.length > 0 && { beyond }),
    key: all[0]?.key ?? null,
    languages: [...languages].map(([locale, { writes, version }]) => ({
      locale,
      version,
      writes: [...writes.values()],
    })),
    error,
  };
};

/** Maximum length of the cell text that users see to recognise it. */
export const LONGEST_SAMPLE = 60;

/** Number of rows processed before other requests may run. */
const ROWS_PER_TURN = 200;

/** Collects the keys of a file, and finds similar ones. */
const createNearKeys = () => {
  /** First two keys of each form: one of them differs from any given key. */
  const byForm = new Map<string, string[]>();
  const listKeyForms = ({ of, value }: Key): string[] =>
    of === 'id' ? [] : findFormsInFile(value).map((form) => `${of} ${form}`);
  return {
    add: (key: Key): void => {
      for (const name of listKeyForms(key)) {
        const values = byForm.get(name) ?? [];
        byForm.set(name, values);
        if (values.length < 2 && !values.includes(key.value)) values.push(key.value);
      }
    },
    find: (key: Key): string | undefined =>
      listKeyForms(key)
        .flatMap((name) => byForm.get(name) ?? [])
        .find((value) => normalizeCode(value) !== normalizeCode(key.value)),
  };
};

/**
 * Adds similar keys to entries. Entries with only hidden rows do not count for others, because they
 * may be left out.
 */
const withNearKeys = async (items: readonly EntryItem[]): Promise<EntryItem[]> => {
  const nearKeys = createNearKeys();
  for (const [index, { key, rows, hiddenRows = [] }] of items.entries()) {
    if (index % ROWS_PER_TURN === 0) await othersTurn();
    if (key !== null && hiddenRows.length < rows.length) nearKeys.add(key);
  }
  const result: EntryItem[] = [];
  for (const [index, item] of items.entries()) {
    if (index % ROWS_PER_TURN === 0) await othersTurn();
    const nearKey = item.key === null ? undefined : nearKeys.find(item.key);
    result.push(nearKey === undefined ? item : { ...item, nearKey });
  }
  return result;
};

/** Returns the entries of a file. Rows with the same key belong to one entry. */
export const groupRowsByEntry = async (sheet: Sheet): Promise<EntryItem[]> => {
  const groups = new Map<string, ParsedRow[]>();
  for (const [index, row] of sheet.rows.entries()) {
    if (index % ROWS_PER_TURN === 0) await othersTurn();
    const parsed = parseRow(sheet, row);
    const name =
      parsed.key === null
        ? `row ${parsed.row}`
        : `${parsed.key.of} ${normalizeCode(parsed.key.value)}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [parsed]);
    else group.push(parsed);
  }
  const items: EntryItem[] = [];
  for (const group of groups.values()) {
    if (items.length % ROWS_PER_TURN === 0) await othersTurn();
    items.push(joinRows(group));
  }
  return withNearKeys(items);
};
