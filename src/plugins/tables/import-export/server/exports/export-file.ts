import type { WithStrapi } from '#platform/strapi/with-strapi';
import { BYTE_ORDER_MARK, formatCsvLine } from '#platform/http/csv';
import { withOwnMark } from '#platform/http/spreadsheets/text';
import { writeWorkbook } from '#platform/http/spreadsheets/write-workbook';
import { toMessageLanguage } from '#platform/http/message-language';
import { findModel, isLocalized } from '#platform/strapi/models';
import type { Person } from '#platform/strapi/actor';
import { sql } from '#platform/strapi/queries';
import { getFieldLookup, createFieldAccessCheck, type FieldsOf } from '#plugins/tables/bulk-edit';
import { ITEMS, streamPages, type ExportOptions, type StoredRun } from '../store/stored-run';
import { THREAD_HEAP_MB } from '../file/sheet-thread';
import { createRunStore } from '../store/runs';
import { isByText } from '../types';
import type { ExportedItem } from './export-batch';
import type { Text } from '#feature/layout';
import { MOST_CELLS, type SheetLayout } from '../../runs';
import { headingNames, formatFieldHeading, withLocale } from '../columns/headings';
import {
  byOrder,
  labelFieldPath,
  listFixedPlaces,
  findPlaceByName,
  parseFieldPath,
  createPlaceOrder,
  formatFieldPath,
  type FieldPath,
} from '../columns/field-paths';

/** Rows of an exported file: the headings, and the rows of an item. */
type ExportedTable = {
  first: string[];
  rowsOf: (item: ExportedItem) => string[][];
};

type TableOptions = {
  fieldsOf: FieldsOf;
  uid: string;
  /** Empty for types without locales. */
  locales: readonly string[];
  layout: SheetLayout;
  language: keyof Text;
  /** All places that have a text in some item. */
  places: readonly string[];
  mayRead: (place: FieldPath) => boolean;
};

const KEYS = ['SKU', 'slug'];

/** Returns the columns, keys first, so that readers see which entry a row belongs to. */
const listColumns = ({ fieldsOf, uid, places, mayRead }: TableOptions): FieldPath[] => {
  const order = createPlaceOrder(fieldsOf, uid);
  const fixed = listFixedPlaces(fieldsOf, uid)
    .map(({ place }) => place)
    .filter(mayRead);
  const all = new Set([...fixed.map(formatFieldPath), ...places]);
  return [...all]
    .map(parseFieldPath)
    .map((place) => ({ place, at: order(place) }))
    .toSorted((first, other) => byOrder(first.at, other.at))
    .map(({ place }) => place)
    .toSorted(
      (first, other) =>
        Number(KEYS.includes(formatFieldPath(other))) -
        Number(KEYS.includes(formatFieldPath(first))),
    );
};

/** Returns a table with a row per entry, its texts side by side, or a row per locale. */
const createEntryTable = (tabulating: TableOptions): ExportedTable => {
  const { fieldsOf, uid, locales, layout, language } = tabulating;
  const isBesideEachOther = layout === 'columns' && locales.length > 0;
  // Files with locales side by side are for translators: they contain texts only.
  const columns = listColumns(tabulating).filter(
    (place) =>
      !isBesideEachOther || findPlaceByName(fieldsOf, uid, formatFieldPath(place))?.isText === true,
  );
  const formatHeading = (place: FieldPath, locale: string | null): string =>
    formatFieldHeading({ fieldsOf, uid }, place, locale, language);
  const [id, version, ownLanguage] = [
    headingNames.id[language],
    headingNames.version[language],
    headingNames.language[language],
  ];
  if (isBesideEachOther) {
    return {
      first: [
        id,
        ...columns.flatMap((place) => locales.map((locale) => formatHeading(place, locale))),
        ...locales.map((locale) => withLocale(version, locale)),
      ],
      rowsOf: ({ documentId, languages }) => [
        [
          documentId,
          ...columns.flatMap((place) =>
            locales.map((locale) => languages[locale]?.texts[formatFieldPath(place)] ?? ''),
          ),
          ...locales.map((locale) => languages[locale]?.version ?? ''),
        ],
      ],
    };
  }
  const hasLanguages = locales.length > 0;
  return {
    first: [
      id,
      ...(hasLanguages ? [ownLanguage] : []),
      ...columns.map((place) => formatHeading(place, null)),
      version,
    ],
    rowsOf: ({ documentId, languages }) =>
      Object.entries(languages).map(([locale, { texts, version: ownVersion }]) => [
        documentId,
        ...(hasLanguages ? [locale] : []),
        ...columns.map((place) => texts[formatFieldPath(place)] ?? ''),
        ownVersion,
      ]),
  };
};

/**
 * Returns a table for translators with a row per text, its locales side by side, or a row per
 * locale.
 */
const createTextTable = ({
  fieldsOf,
  uid,
  locales,
  layout,
  language,
}: TableOptions): ExportedTable => {
  const shared = [headingNames.id, headingNames.page, headingNames.field, headingNames.place].map(
    (heading) => heading[language],
  );
  const listTextPlaces = ({ languages }: ExportedItem): string[] => [
    ...new Set(Object.values(languages).flatMap(({ texts }) => Object.keys(texts))),
  ];
  const begin = ({ documentId, page }: ExportedItem, place: string): string[] => [
    documentId,
    page,
    labelFieldPath(fieldsOf, uid, parseFieldPath(place), language),
    place,
  ];
  if (layout === 'columns') {
    return {
      first: [
        ...shared,
        ...locales,
        ...locales.map((locale) => withLocale(headingNames.version[language], locale)),
      ],
      rowsOf: (item) =>
        listTextPlaces(item).map((place) => [
          ...begin(item, place),
          ...locales.map((locale) => item.languages[locale]?.texts[place] ?? ''),
          ...locales.map((locale) => item.languages[locale]?.version ?? ''),
        ]),
    };
  }
  return {
    first: [
      ...shared,
      headingNames.language[language],
      headingNames.text[language],
      headingNames.version[language],
    ],
    rowsOf: (item) =>
      Object.entries(item.languages).flatMap(([locale, { texts, version }]) =>
        Object.entries(texts).map(([place, text]) => [
          ...begin(item, place),
          locale,
          text,
          version,
        ]),
      ),
  };
};

const createExportTable = (tabulating: TableOptions & { isByText: boolean }): ExportedTable =>
  tabulating.isByText ? createTextTable(tabulating) : createEntryTable(tabulating);

/** Number of entries read at once. Each may have a megabyte of text in every language. */
const BATCH = 20;

/** Maximum length of a workbook's cell. */
const LONGEST_CELL = 32_767;

/**
 * The heap of the thread holds 2 million different values; 3 million make it fail. It holds 30
 * million characters; 50 million end the whole process.
 */
const LIMITS = { cells: MOST_CELLS, values: 2_000_000, characters: 15_000_000 };

/** Thrown if a text is too long for a workbook. CSV has no such limit. */
export class CellTooLong extends Error {
  override name = 'CellTooLong';
}

const readPlaces = async ({ strapi }: WithStrapi, run: string): Promise<string[]> => {
  const { rows } = await sql(
    { strapi },
    `SELECT DISTINCT place FROM ${ITEMS},
       LATERAL jsonb_each(content -> 'languages') AS language (locale, said),
       LATERAL jsonb_object_keys(said -> 'texts') AS place
     WHERE run = CAST(? AS uuid) ORDER BY place`,
    [run],
  );
  return rows.map(({ place }) => String(place));
};

const createRunTable = async (
  { strapi }: WithStrapi,
  run: StoredRun,
  person: Person,
): Promise<ExportedTable> => {
  const { layout, locales } = run.options as ExportOptions;
  const mayField = createFieldAccessCheck({ strapi }, { uid: run.uid, ability: person.ability });
  return createExportTable({
    fieldsOf: getFieldLookup({ strapi }),
    uid: run.uid,
    locales: isLocalized(findModel({ strapi }, run.uid)) ? locales : [],
    layout,
    language: toMessageLanguage(run.options),
    places: await readPlaces({ strapi }, run.id),
    mayRead: (place) => mayField('read', place),
    isByText: isByText(run.uid),
  });
};

async function* streamRows(
  { strapi }: WithStrapi,
  run: string,
  table: ExportedTable,
): AsyncGenerator<string[][]> {
  yield [table.first];
  const pages = streamPages((after) =>
    createRunStore({ strapi }).items(run, { after, most: BATCH }),
  );
  for await (const items of pages) {
    yield items.flatMap(({ content }) => table.rowsOf(content as ExportedItem));
  }
}

/** @throws CellTooLong */
async function* streamWorkbookCells(rows: AsyncIterable<string[][]>): AsyncGenerator<string[][]> {
  for await (const batch of rows) {
    if (batch.some((row) => row.some((cell) => cell.length > LONGEST_CELL)))
      throw new CellTooLong();
    yield batch.map((row) => row.map(withOwnMark));
  }
}

/**
 * Yields an export as lines of CSV, with cells escaped so that spreadsheets do not run them as
 * formulas.
 */
export async function* streamExportCsv(
  { strapi }: WithStrapi,
  { run, person }: { run: StoredRun; person: Person },
): AsyncGenerator<string> {
  const table = await createRunTable({ strapi }, run, person);
  const { format } = run.options as ExportOptions;
  const delimiter = format === 'csv-comma' ? ',' : ';';
  let byteOrderMark = BYTE_ORDER_MARK;
  for await (const rows of streamRows({ strapi }, run.id, table)) {
    yield (
      byteOrderMark + rows.map((row) => formatCsvLine(row.map(withOwnMark), delimiter)).join('')
    );
    byteOrderMark = '';
  }
}

/**
 * Returns an export as a workbook. Its cells are texts, never formulas.
 *
 * @throws CellTooLong, WorkbookTooLarge
 */
export const createExportWorkbook = async (
  { strapi }: WithStrapi,
  { run, person, signal }: { run: StoredRun; person: Person; signal?: AbortSignal },
): Promise<Uint8Array> => {
  const table = await createRunTable({ strapi }, run, person);
  const batches = streamWorkbookCells(streamRows({ strapi }, run.id, table));
  return writeWorkbook([{ batches }], { heapMb: THREAD_HEAP_MB, limits: LIMITS, signal });
};
