import type { WithStrapi } from '../../../../../platform/with-strapi';
import { BYTE_ORDER_MARK, csvLine } from '../../../../../platform/http/csv';
import { withOwnMark } from '../../../../../platform/http/spreadsheets/text';
import { writeWorkbook } from '../../../../../platform/http/spreadsheets/write-workbook';
import { languageOf } from '../../../../../platform/http/message-language';
import { findModel, isLocalized } from '../../../../../platform/strapi/models';
import type { Person } from '../../../../../platform/strapi/actor';
import { sql } from '../../../../../platform/strapi/queries';
import { fieldsOf, fieldAccess } from '../../../bulk-edit';
import { ITEMS } from '../definitions';
import { THREAD_HEAP_MB } from '../file/sheet-slots';
import { runsOf } from '../store/runs';
import { pagesOf, type ExportOptions, type StoredRun } from '../store/stored-run';
import { isByText } from '../types';
import type { ExportedItem } from './export-batch';
import { exportedTable, type ExportedTable } from './table';

const BATCH = 100;

/** Maximum length of a workbook's cell. */
const LONGEST_CELL = 32_767;

/** Thrown if a text is too long for a workbook. CSV has no such limit. */
export class CellTooLong extends Error {
  override name = 'CellTooLong';
}

/** Returns all places that have a text in some row of an export. */
const placesOf = async ({ strapi }: WithStrapi, run: string): Promise<string[]> => {
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

const tableOfRun = async (
  { strapi }: WithStrapi,
  run: StoredRun,
  person: Person,
): Promise<ExportedTable> => {
  const { layout, locales } = run.options as ExportOptions;
  const may = fieldAccess({ strapi }, { uid: run.uid, ability: person.ability });
  return exportedTable({
    fieldsOf: fieldsOf({ strapi }),
    uid: run.uid,
    locales: isLocalized(findModel({ strapi }, run.uid)) ? locales : [],
    layout,
    language: languageOf(run.options),
    places: await placesOf({ strapi }, run.id),
    mayRead: (place) => may('read', place),
    isByText: isByText(run.uid),
  });
};

/** Yields the rows of an export's file in batches. */
async function* rowsOf(
  { strapi }: WithStrapi,
  run: string,
  table: ExportedTable,
): AsyncGenerator<string[][]> {
  yield [table.first];
  const pages = pagesOf((after) => runsOf({ strapi }).items(run, { after, most: BATCH }));
  for await (const items of pages) {
    yield items.flatMap(({ content }) => table.rowsOf(content as ExportedItem));
  }
}

/** @throws CellTooLong */
async function* workbookCells(rows: AsyncIterable<string[][]>): AsyncGenerator<string[][]> {
  for await (const batch of rows) {
    if (batch.flat().some((cell) => cell.length > LONGEST_CELL)) throw new CellTooLong();
    yield batch.map((row) => row.map(withOwnMark));
  }
}

/**
 * Yields an export as lines of CSV, with cells escaped so that spreadsheets do not run them as
 * formulas.
 */
export async function* exportedCsv(
  { strapi }: WithStrapi,
  { run, person }: { run: StoredRun; person: Person },
): AsyncGenerator<string> {
  const table = await tableOfRun({ strapi }, run, person);
  const { format } = run.options as ExportOptions;
  const delimiter = format === 'csv-comma' ? ',' : ';';
  let mark = BYTE_ORDER_MARK;
  for await (const rows of rowsOf({ strapi }, run.id, table)) {
    yield mark + rows.map((row) => csvLine(row.map(withOwnMark), delimiter)).join('');
    mark = '';
  }
}

/**
 * Returns an export as a workbook. Its cells are texts, never formulas.
 *
 * @throws CellTooLong
 */
export const exportedWorkbook = async (
  { strapi }: WithStrapi,
  { run, person, signal }: { run: StoredRun; person: Person; signal?: AbortSignal },
): Promise<Uint8Array> => {
  const table = await tableOfRun({ strapi }, run, person);
  const batches = workbookCells(rowsOf({ strapi }, run.id, table));
  return writeWorkbook([{ batches }], { heapMb: THREAD_HEAP_MB, signal });
};
