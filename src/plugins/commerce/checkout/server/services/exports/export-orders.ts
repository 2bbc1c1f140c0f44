import type { WithStrapi } from '#platform/strapi/with-strapi';
import { BYTE_ORDER_MARK, formatCsvLine } from '#platform/http/csv';
import { defineErrors, type MessageLanguage } from '#platform/http/errors';
import { createLocalizedError } from '#platform/http/localized-error';
import {
  type WorkbookCell,
  WorkbookTooLarge,
  writeWorkbook,
} from '#platform/http/spreadsheets/write-workbook';
import { createEntryAccess } from '#platform/strapi/entry-access';
import { buildPermittedWhere } from '#platform/strapi/permitted-query';
import { getTable } from '#platform/strapi/queries';
import { uids } from '../../types';
import {
  getRowCells,
  createMovementColumns,
  sumColumns,
  getColumnTitles,
  type Titles,
} from './columns';
import {
  type ExportedOrder,
  type Month,
  listMonths,
  type Movement,
  listMovements,
  type Period,
  sumMovements,
} from './movements';

/** Rows per query. */
const PAGE = 500;

const DAY_MS = 24 * 60 * 60 * 1000;

/** JavaScript heap of the thread that writes a workbook, in megabytes. */
const HEAP_MB = 256;

/**
 * The heap holds 800,000 different values. A million make the thread fail, or end the whole process.
 */
const LIMITS = { cells: 1_000_000, values: 700_000, characters: 10_000_000 };

const exportErrors = defineErrors({
  WORKBOOK_TOO_LARGE: {
    status: 413,
    message: {
      en: 'The period has too many payments for an Excel file. Choose a shorter period, or CSV.',
      es: 'El periodo tiene demasiados pagos para un archivo de Excel. Elige un periodo más corto o CSV.',
    },
  },
});

export type OrderExport = {
  period: Period;
  language: MessageLanguage;
  /** The administrator's, from the request's state. */
  ability: unknown;
};

/** Returns the business lines of products by document id. */
const readProductLines = async (
  { strapi }: WithStrapi,
  documentIds: readonly string[],
): Promise<Map<string, string>> => {
  type Row = { documentId: string; verticals: { slug: string }[] };
  const products = await getTable<Row>({ strapi }, 'api::product.product').findMany({
    where: { documentId: { $in: [...new Set(documentIds)] } },
    select: ['documentId'],
    populate: { verticals: { select: ['slug'] } },
  });
  return new Map(
    products.map(({ documentId, verticals }) => [
      documentId,
      [...new Set(verticals.map(({ slug }) => slug))].join(', '),
    ]),
  );
};

/** Fills in the business line of orders that were sold without one, from their product. */
const withLines = async (
  { strapi }: WithStrapi,
  orders: readonly ExportedOrder[],
): Promise<ExportedOrder[]> => {
  const without = orders.filter(({ vertical }) => vertical === '');
  if (without.length === 0) return [...orders];
  const lines = await readProductLines(
    { strapi },
    without.map(({ productDocumentId }) => productDocumentId),
  );
  return orders.map((order) => ({
    ...order,
    vertical: order.vertical || (lines.get(order.productDocumentId) ?? ''),
  }));
};

/** Returns the movements of a month, oldest first. */
const readMovements = async (
  { strapi }: WithStrapi,
  month: Month,
  ability: unknown,
): Promise<Movement[]> => {
  const permitted = await buildPermittedWhere({ strapi }, { ability, uid: uids.order, query: {} });
  // An order is updated after its payments are read. Clocks may differ.
  const updatedAt = { $gte: new Date(month.start * 1000 - DAY_MS) };
  const movements: Movement[] = [];
  for (let last = 0; ;) {
    const orders = await getTable<ExportedOrder>({ strapi }, uids.order).findMany({
      where: { $and: [permitted, { updatedAt, id: { $gt: last } }] },
      orderBy: { id: 'asc' },
      limit: PAGE,
    });
    const complete = await withLines({ strapi }, orders);
    movements.push(...complete.flatMap((order) => listMovements(order, month)));
    if (orders.length < PAGE) break;
    last = orders.at(-1)?.id ?? last;
  }
  return movements.toSorted(
    (first, other) => first.at - other.at || (first.id < other.id ? -1 : 1),
  );
};

const createColumns = ({ strapi }: WithStrapi, { period, ability }: OrderExport) =>
  createMovementColumns(period.timeZone, {
    showsCustomers: createEntryAccess({ strapi }, { ability, uid: uids.order }).may(
      'read',
      'customerEmail',
    ),
  });

async function* streamMovementRows(
  { strapi }: WithStrapi,
  selection: OrderExport,
): AsyncGenerator<WorkbookCell[][]> {
  const { period, language, ability } = selection;
  const columns = createColumns({ strapi }, selection);
  yield [getColumnTitles(columns, language)];
  for (const month of listMonths(period)) {
    const movements = await readMovements({ strapi }, month, ability);
    yield movements.map((movement) => getRowCells(columns, movement, language));
  }
}

async function* sumRows(
  { strapi }: WithStrapi,
  { period, language, ability }: OrderExport,
): AsyncGenerator<WorkbookCell[][]> {
  yield [getColumnTitles(sumColumns, language)];
  for (const month of listMonths(period)) {
    const sums = sumMovements(month.name, await readMovements({ strapi }, month, ability));
    yield sums.map((sum) => getRowCells(sumColumns, sum, language));
  }
}

const rowsOf = { movements: streamMovementRows, sums: sumRows } as const;

/** Content of an export: single payments and refunds, or sums per month. */
export type ExportContent = keyof typeof rowsOf;

/** Yields an export as CSV. Spanish files have semicolons and decimal commas, as Excel reads. */
export async function* streamOrdersCsv(
  { strapi }: WithStrapi,
  content: ExportContent,
  selection: OrderExport,
): AsyncGenerator<string> {
  const { language } = selection;
  let byteOrderMark = BYTE_ORDER_MARK;
  for await (const rows of rowsOf[content]({ strapi }, selection)) {
    const lines = rows.map((row) => formatCsvLine(row, language === 'es' ? ';' : ','));
    yield byteOrderMark + lines.join('');
    byteOrderMark = '';
  }
}

const sheetNames: Readonly<Record<ExportContent, Titles>> = {
  sums: { en: 'Sums per month', es: 'Sumas por mes' },
  movements: { en: 'Payments and refunds', es: 'Pagos y devoluciones' },
};

/**
 * Returns an export as a workbook with a sheet of sums and a sheet of payments and refunds.
 *
 * @throws WORKBOOK_TOO_LARGE
 */
export const writeOrdersWorkbook = async (
  { strapi }: WithStrapi,
  selection: OrderExport,
  signal: AbortSignal,
): Promise<Uint8Array> => {
  const sheets = (['sums', 'movements'] as const).map((content) => ({
    name: sheetNames[content][selection.language],
    batches: rowsOf[content]({ strapi }, selection),
  }));
  try {
    return await writeWorkbook(sheets, { heapMb: HEAP_MB, limits: LIMITS, signal });
  } catch (cause) {
    if (!(cause instanceof WorkbookTooLarge)) throw cause;
    throw createLocalizedError({ strapi }, exportErrors.WORKBOOK_TOO_LARGE, { cause });
  }
};
