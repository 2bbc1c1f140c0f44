import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import type { StrapiApp } from '@strapi/strapi/admin';
import { Amount } from './Amount';
import { Moment } from './Moment';
import { OrderPanel } from './OrderPanel';
import { StateBadge } from './StateBadge';

type ContentManagerApis = { addEditViewSidePanel: (panels: PanelComponent[]) => void };

type Row = Record<string, unknown>;
type Cell = (row: Row, header: { name: string }) => React.ReactNode;
type Header = { name: string; attribute?: { enum?: string[] }; cellFormatter?: Cell };
type Table = { displayedHeaders: Header[] };

const HOOK = 'Admin/CM/pages/ListView/inject-column-in-table';

/** By which a list of orders is known: other types may have a `state` as well, with other values. */
const isOrderState = ({ name, attribute }: Header): boolean =>
  name === 'state' && attribute?.enum?.includes('partially_refunded') === true;

const amounts = ['amountTotal', 'amountSubtotal', 'amountRefunded'];

const moments = ['createdAt', 'updatedAt', 'paidAt', 'expiresAt'];

const badge: Cell = ({ state }) =>
  typeof state === 'string' ? <StateBadge state={state} /> : null;

const amount: Cell = (row, header) => <Amount amount={row[header.name]} currency={row.currency} />;

const moment: Cell = (row, header) => <Moment at={row[header.name]} />;

const cellOf = (header: Header): Cell | undefined => {
  if (isOrderState(header)) return badge;
  if (amounts.includes(header.name)) return amount;
  return moments.includes(header.name) ? moment : undefined;
};

const showCells = (table: Table): Table => {
  if (!table.displayedHeaders.some(isOrderState)) return table;
  const displayedHeaders = table.displayedHeaders.map((header) => {
    const cellFormatter = cellOf(header);
    return cellFormatter === undefined ? header : { ...header, cellFormatter };
  });
  return { ...table, displayedHeaders };
};

/** Makes orders readable: badges, money and short dates in lists, a history beside the fields. */
export const registerCheckout = (app: StrapiApp): void => {
  const apis = app.getPlugin('content-manager').apis as ContentManagerApis;
  apis.addEditViewSidePanel([OrderPanel]);
  app.registerHook(HOOK, showCells);
};
