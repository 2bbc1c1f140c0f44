import { DateTime } from 'luxon';
import { toMajorUnits } from '#catalogue/money/currencies';
import type { MessageLanguage } from '#platform/http/errors';
import type { WorkbookCell } from '#platform/http/spreadsheets/write-workbook';
import type { Movement, Sum } from './movements';

export type Titles = Readonly<Record<MessageLanguage, string>>;

type Column<Row> = {
  title: Titles;
  cell: (row: Row, language: MessageLanguage) => WorkbookCell;
};

const kinds: Readonly<Record<Movement['kind'], Titles>> = {
  payment: { en: 'Payment', es: 'Pago' },
  refund: { en: 'Refund', es: 'Devolución' },
  dispute: { en: 'Lost dispute', es: 'Disputa perdida' },
};

const toMoneyCell = (amount: number | null, currency: string): WorkbookCell =>
  amount === null ? null : toMajorUnits(amount, currency);

const createAmountCell = (kind: Movement['kind']) => (movement: Movement) =>
  movement.kind === kind ? toMoneyCell(movement.amount, movement.currency) : null;

const dateTitle: Titles = { en: 'Date', es: 'Fecha' };
const accountTitle: Titles = { en: 'Payment account', es: 'Cuenta de pago' };
const currencyTitle: Titles = { en: 'Currency', es: 'Moneda' };
const paidTitle: Titles = { en: 'Paid', es: 'Pagado' };
const taxTitle: Titles = { en: 'Tax', es: 'Impuestos' };
const refundedTitle: Titles = { en: 'Refunded', es: 'Devuelto' };
const lostTitle: Titles = { en: 'Lost to disputes', es: 'Perdido en disputas' };

/**
 * Returns the columns of payments and refunds.
 *
 * @param showsCustomers whether the administrator may read the customers' addresses
 */
export const createMovementColumns = (
  timeZone: string,
  { showsCustomers }: { showsCustomers: boolean },
): Column<Movement>[] => [
  {
    title: dateTitle,
    cell: ({ at }) => DateTime.fromSeconds(at, { zone: timeZone }).toFormat('yyyy-MM-dd HH:mm'),
  },
  { title: { en: 'Kind', es: 'Clase' }, cell: ({ kind }, language) => kinds[kind][language] },
  { title: { en: 'Product', es: 'Producto' }, cell: ({ order }) => order.productTitle },
  { title: { en: 'SKU', es: 'SKU' }, cell: ({ order }) => order.productSKU },
  {
    title: { en: 'Business line', es: 'Línea de negocio' },
    cell: ({ order }) => order.vertical,
  },
  { title: accountTitle, cell: ({ order }) => order.origin },
  ...(showsCustomers
    ? [
        {
          title: { en: 'Customer', es: 'Cliente' },
          cell: ({ order }: Movement) => order.customerEmail,
        },
      ]
    : []),
  { title: currencyTitle, cell: ({ currency }) => currency.toUpperCase() },
  { title: paidTitle, cell: createAmountCell('payment') },
  { title: taxTitle, cell: ({ tax, currency }) => toMoneyCell(tax, currency) },
  { title: refundedTitle, cell: createAmountCell('refund') },
  { title: lostTitle, cell: createAmountCell('dispute') },
  {
    title: { en: 'Order', es: 'Pedido' },
    cell: ({ order }) => order.sessionId,
  },
  { title: { en: 'Id at the provider', es: 'Id en el proveedor' }, cell: ({ id }) => id },
];

/** Columns of the sums per month, payment account and currency. */
export const sumColumns: readonly Column<Sum>[] = [
  { title: { en: 'Month', es: 'Mes' }, cell: ({ month }) => month },
  { title: accountTitle, cell: ({ account }) => account },
  { title: currencyTitle, cell: ({ currency }) => currency.toUpperCase() },
  { title: { en: 'Payments', es: 'Pagos' }, cell: ({ payments }) => String(payments) },
  { title: paidTitle, cell: ({ paid, currency }) => toMoneyCell(paid, currency) },
  { title: taxTitle, cell: ({ tax, currency }) => toMoneyCell(tax, currency) },
  {
    title: { en: 'Payments with unknown tax', es: 'Pagos con impuestos desconocidos' },
    cell: ({ untaxed }) => String(untaxed),
  },
  { title: refundedTitle, cell: ({ refunded, currency }) => toMoneyCell(refunded, currency) },
  { title: lostTitle, cell: ({ lost, currency }) => toMoneyCell(lost, currency) },
  {
    title: { en: 'Net', es: 'Neto' },
    cell: ({ paid, refunded, lost, currency }) => toMoneyCell(paid - refunded - lost, currency),
  },
];

export const getColumnTitles = <Row>(
  columns: readonly Column<Row>[],
  language: MessageLanguage,
): string[] => columns.map(({ title }) => title[language]);

export const getRowCells = <Row>(
  columns: readonly Column<Row>[],
  row: Row,
  language: MessageLanguage,
): WorkbookCell[] => columns.map(({ cell }) => cell(row, language));
